import { open, type FileHandle } from 'node:fs/promises';
import { readAt } from '#server/platform/files/types/read-at.ts';
import type { Verdict } from '#server/platform/files/types/verdict.ts';

/** First bytes of a compound file: Office before 2007, but also installers and emails. */
export const oleMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** No office file needs a longer directory; a hostile chain of sectors ends here. */
const mostDirectorySectors = 4096;
const endOfChain = 0xfffffffa;

/** Checks a compound file by the names of the streams in its directory (MOD-07). */
export async function judgeOle(path: string): Promise<Verdict> {
  const file = await open(path, 'r');
  try {
    const names = await directoryNames(file);
    if (names === null) return { problem: 'file_damaged' };
    if (names.has('EncryptedPackage')) return { problem: 'file_locked' };
    if (names.has('WordDocument')) return { type: { extension: 'doc', mime: 'application/msword' } };
    if (names.has('Workbook') || names.has('Book'))
      return { type: { extension: 'xls', mime: 'application/vnd.ms-excel' } };
    if (names.has('PowerPoint Document'))
      return { type: { extension: 'ppt', mime: 'application/vnd.ms-powerpoint' } };
    if (names.has('__properties_version1.0')) return { instead: 'outlook' };
    return { instead: 'compound' };
  } finally {
    await file.close();
  }
}

/** Returns the names in the directory; null if the file is not a readable compound file. */
async function directoryNames(file: FileHandle): Promise<ReadonlySet<string> | null> {
  const header = await readAt(file, 0, 512);
  if (header.length < 512) return null;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const sectorBytes = 2 ** shift;
  const fat = await fatSectors(file, header, sectorBytes);
  const names = new Set<string>();
  let sector = header.readUInt32LE(48);
  for (let count = 0; sector < endOfChain && count < mostDirectorySectors; count += 1) {
    const entries = await readAt(file, (sector + 1) * sectorBytes, sectorBytes);
    if (entries.length === 0) return names.size > 0 ? names : null;
    for (let at = 0; at + 128 <= entries.length; at += 128) {
      const length = Math.min(64, entries.readUInt16LE(at + 64));
      if (length >= 2) names.add(entries.toString('utf16le', at, at + length - 2));
    }
    const next = await nextSector(file, fat, sector, sectorBytes);
    if (next === null) return names.size > 0 ? names : null;
    sector = next;
  }
  return names;
}

/** Returns the first sectors of the allocation table: the 109 of the header reach 7 MB, further ones by the DIFAT chain. */
async function fatSectors(file: FileHandle, header: Buffer, sectorBytes: number): Promise<readonly number[]> {
  const sectors: number[] = [];
  const take = (table: Buffer, from: number, to: number) => {
    for (let at = from; at + 4 <= to; at += 4) {
      const sector = table.readUInt32LE(at);
      if (sector < endOfChain) sectors.push(sector);
    }
  };
  take(header, 76, 512);
  let difat = header.readUInt32LE(68);
  for (let count = 0; difat < endOfChain && count < 1024; count += 1) {
    const table = await readAt(file, (difat + 1) * sectorBytes, sectorBytes);
    if (table.length < sectorBytes) break;
    take(table, 0, sectorBytes - 4);
    difat = table.readUInt32LE(sectorBytes - 4);
  }
  return sectors;
}

async function nextSector(
  file: FileHandle,
  fat: readonly number[],
  sector: number,
  sectorBytes: number,
): Promise<number | null> {
  const perSector = sectorBytes / 4;
  const table = fat[Math.floor(sector / perSector)];
  if (table === undefined) return null;
  const entry = await readAt(file, (table + 1) * sectorBytes + (sector % perSector) * 4, 4);
  return entry.length < 4 ? null : entry.readUInt32LE(0);
}
