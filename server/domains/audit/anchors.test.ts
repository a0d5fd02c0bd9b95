import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anchorFile, appendAnchors, lastAnchor, readAnchors, type Anchor } from './anchors.ts';
import { headOf, sealAlgorithm } from './merkle.ts';
import { sealingKeyOf } from './sealing-key.ts';
import { signingKeyFrom } from '#server/platform/crypto/signing-key.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-anchors-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const key = sealingKeyOf(signingKeyFrom(randomBytes(32)));
const other = sealingKeyOf(signingKeyFrom(randomBytes(32)));

function anchor(n: number, signer = key): Anchor {
  const body = JSON.stringify({
    v: 2,
    algorithm: sealAlgorithm,
    number: n,
    kind: 'regular',
    system: '1',
    from: '0',
    to: '1',
    count: 1,
    root: '0'.repeat(64),
    previous: null,
    lost: null,
    keyId: signer.id,
    sealedAt: '2026-01-01T00:00:00.000Z',
    anchored: null,
    provenFrom: null,
  });
  const signature = signer.sign(body).toString('base64');
  return { head: headOf(body).toString('hex'), keyId: signer.id, signature, body };
}
const lastNumber = async (): Promise<number | undefined> =>
  (await lastAnchor(anchorFile(folder), [key]))?.body.number;
async function readAll(): Promise<(Anchor | undefined)[]> {
  const found: (Anchor | undefined)[] = [];
  for await (const line of readAnchors(anchorFile(folder))) found.push(line.anchor);
  return found;
}

test('[AUD-02] heads are appended, for their owner only, and read back in their order', async () => {
  expect(await lastNumber()).toBeUndefined();
  expect(await readAll()).toEqual([]);
  await appendAnchors(anchorFile(folder), [anchor(1), anchor(2)]);
  await appendAnchors(anchorFile(folder), [anchor(3)]);
  expect(await readAll()).toEqual([anchor(1), anchor(2), anchor(3)]);
  expect(await lastNumber()).toBe(3);
  expect(fs.statSync(anchorFile(folder)).mode & 0o077).toBe(0);
});

test('[AUD-02] a line that a crash cut short is written again and does no harm', async () => {
  await appendAnchors(anchorFile(folder), [anchor(1), anchor(2)]);
  fs.truncateSync(anchorFile(folder), fs.statSync(anchorFile(folder)).size - 20);
  expect(await lastNumber()).toBe(1);
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

test('[AUD-02] a last line that nobody here signed is passed over, whatever it claims', async () => {
  await appendAnchors(anchorFile(folder), [anchor(1), anchor(9, other)]);
  expect(await lastNumber()).toBe(1);
  fs.appendFileSync(anchorFile(folder), `${JSON.stringify({ ...anchor(8), head: 'a'.repeat(64) })}\n`);
  expect(await lastNumber()).toBe(1);
  fs.appendFileSync(anchorFile(folder), 'x'.repeat(200_000));
  expect(await lastNumber()).toBeUndefined();
});
