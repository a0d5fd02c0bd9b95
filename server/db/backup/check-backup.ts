import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listedFiles, storedFile } from './backup-files.ts';
import { isMissing } from './missing.ts';
import { backupLayout, tableFile, type Manifest, type Part } from './manifest.ts';
import { measuring } from './write-part.ts';

/** The number of parts that are named; the others are counted. */
const MAX_NAMED = 20;

/**
 * Reads every part of a backup and compares it with its proven manifest, before anything of it is loaded (OPS-04, OPS-09). Throws an Error that
 * names each part that is missing, cut short or changed: tables by their name.
 */
export async function checkBackup(folder: string, manifest: Manifest): Promise<void> {
  const faults: string[] = [];
  let count = 0;
  const look = async (name: string, part: Part, what: string): Promise<boolean> => {
    const fault = await faultOf(path.join(folder, name), part);
    if (fault === null) return true;
    count += 1;
    if (faults.length < MAX_NAMED) faults.push(`${what} ${fault}`);
    return false;
  };
  for (const table of manifest.tables)
    await look(tableFile(table), table, `the rows of ${table.schema}.${table.name}`);
  for (const anchors of manifest.anchors)
    await look(path.join(backupLayout.anchors, anchors.path), anchors, `the anchors in ${anchors.path}`);
  if (await look(backupLayout.fileList, manifest.files.list, 'the entries of the list of stored files'))
    for await (const file of listedFiles(folder))
      await look(storedFile(file.sha256), file, `the bytes of the stored file ${file.sha256}`);
  if (count === 0) return;
  const more = count > faults.length ? [`… and ${count - faults.length} more`] : [];
  throw new Error(
    `The backup in ${folder} is not as it was made; nothing was restored:\n${[...faults, ...more].map((line) => `  ${line}`).join('\n')}`,
  );
}

/** Describes the fault of a file; null if there is none. */
async function faultOf(file: string, part: Part): Promise<string | null> {
  try {
    const facts = await fs.lstat(file);
    // Others may change the target of a link after it was read.
    if (!facts.isFile()) return 'are a link or no file';
    const { size } = facts;
    if (size < part.bytes) return `were cut short: ${size} of ${part.bytes} bytes`;
    const measure = measuring();
    await pipeline(createReadStream(file), measure.through.resume());
    return measure.part().sha256 === part.sha256 ? null : 'were changed';
  } catch (error) {
    if (isMissing(error)) return 'are missing';
    throw error;
  }
}
