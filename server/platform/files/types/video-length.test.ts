import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { detectType } from '#server/platform/files/types/detect-type.ts';
import { makeMp4, makeWebm } from '#tests/harness/sample-files.ts';
import { makeFragmentedMp4, makeLiveWebm } from '#tests/harness/sample-recordings.ts';

const folder = mkdtempSync(join(tmpdir(), 'traintrail-lengths-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function judged(bytes: Buffer) {
  const path = join(folder, 'video');
  writeFileSync(path, bytes);
  return detectType({ path, head: bytes.subarray(0, 4100), size: bytes.length });
}

const lengths: readonly (readonly [string, Buffer, number])[] = [
  ['a WEBM that says it', makeWebm(7.25), 7.25],
  ['a WEBM as a browser records it', makeLiveWebm(12.5), 12.5],
  ['a long recording, past many windows', makeLiveWebm(400, 30), 400],
  ['a WEBM cut off in its last block', makeLiveWebm(5).subarray(0, -10), 5],
  ['an MP4 that says it', makeMp4(9), 9],
  ['an MP4 in fragments, times at the samples', makeFragmentedMp4(6.5), 6.5],
  ['an MP4 in fragments, times in their heads', makeFragmentedMp4(6.5, { times: 'fragment' }), 6.5],
  ['an MP4 in fragments, times in the index', makeFragmentedMp4(6.5, { times: 'index' }), 6.5],
  ['fragments that do not say when they begin', makeFragmentedMp4(4, { placed: false }), 4],
  ['a header that knows the first fragment alone', makeFragmentedMp4(8, { header: 1 }), 8],
];

test.each(lengths)('[MOD-07] [VIEW-03] the length of %s', async (_, bytes, seconds) => {
  const verdict = await judged(bytes);
  expect(verdict).toHaveProperty('type.durationSeconds');
  expect((verdict as { type: { durationSeconds: number } }).type.durationSeconds).toBeCloseTo(seconds, 1);
});

test.each([
  ['a WEBM of one picture', makeLiveWebm(0)],
  ['an MP4 that says nothing', makeMp4(0)],
  ['an MP4 for fragments without any', makeFragmentedMp4(0)],
])('[MOD-07] [VIEW-03] %s is refused: nobody could watch it to its end', async (_, bytes) => {
  expect(await judged(bytes)).toEqual({
    problem: 'file_video_no_length',
  });
});
