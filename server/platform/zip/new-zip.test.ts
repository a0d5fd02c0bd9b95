import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { fromBuffer, type Entry } from 'yauzl';
import { newZip, zipDate } from './new-zip.ts';

/** The year of the only entry of an archive that was written with this date. */
async function yearOf(date: Date): Promise<number> {
  const zip = newZip();
  zip.addBuffer(Buffer.from('text'), 'a.txt', { mtime: zipDate(date) });
  zip.end();
  const bytes = await buffer(zip.outputStream as Readable);
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, (error, read) => {
      if (error) return reject(error);
      read.once('entry', (entry: Entry) =>
        resolve(entry.getLastModDate({ forceDosFormat: true }).getFullYear()),
      );
    });
  });
}

test.each([
  ['0001-01-01T00:00:00Z', 1980],
  ['1901-12-13T20:45:51Z', 1980],
  ['1969-12-31T23:59:59Z', 1980],
  ['1980-06-01T00:00:00Z', 1980],
  ['2026-11-27T12:00:00Z', 2026],
  ['2039-06-01T00:00:00Z', 2039],
  ['9999-12-31T23:59:59Z', 2107],
])('[INS-03] [OPS-06] an archive as of %s is written', async (date, year) => {
  expect(await yearOf(new Date(date))).toBe(year);
});
