import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anchorFile, appendAnchors, lastAnchor, readAnchors, type Anchor } from './anchors.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-anchors-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const anchor = (n: number): Anchor => ({
  head: String(n).repeat(64),
  keyId: 'key',
  signature: 'AA==',
  body: `{"n":${n}}`,
});
async function readAll(): Promise<(Anchor | undefined)[]> {
  const found: (Anchor | undefined)[] = [];
  for await (const line of readAnchors(anchorFile(folder))) found.push(line.anchor);
  return found;
}

test('[AUD-02] heads are appended, for their owner only, and read back in their order', async () => {
  expect(await lastAnchor(anchorFile(folder))).toBeUndefined();
  expect(await readAll()).toEqual([]);
  await appendAnchors(anchorFile(folder), [anchor(1), anchor(2)]);
  await appendAnchors(anchorFile(folder), [anchor(3)]);
  expect(await readAll()).toEqual([anchor(1), anchor(2), anchor(3)]);
  expect(await lastAnchor(anchorFile(folder))).toEqual(anchor(3));
  expect(fs.statSync(anchorFile(folder)).mode & 0o077).toBe(0);
});

test('[AUD-02] a line that a crash cut short is written again and does no harm', async () => {
  await appendAnchors(anchorFile(folder), [anchor(1), anchor(2)]);
  fs.truncateSync(anchorFile(folder), fs.statSync(anchorFile(folder)).size - 20);
  expect(await lastAnchor(anchorFile(folder))).toEqual(anchor(1));
  expect(await readAll()).toEqual([anchor(1), undefined]);
  await appendAnchors(anchorFile(folder), [anchor(2), anchor(3)]);
  expect(await readAll()).toEqual([anchor(1), anchor(2), anchor(3)]);
});

test('[AUD-02] a line that somebody damaged is not taken for a cut one', async () => {
  await appendAnchors(anchorFile(folder), [anchor(1), anchor(2)]);
  const text = fs.readFileSync(anchorFile(folder), 'utf8');
  fs.writeFileSync(anchorFile(folder), text.replace('"head"', '"hea'));
  expect(await readAll()).toEqual([undefined, anchor(2)]);
});
