import { expect, test } from 'vitest';
import { copyLine } from './copy-line.ts';

test('[PERF-03] a line of COPY keeps what has a meaning of its own there, and tells nothing from an empty text', () => {
  expect(copyLine([1, null, '', new Date('2026-01-02T03:04:05.678Z')])).toBe(
    '1\t\\N\t\t2026-01-02T03:04:05.678Z\n',
  );
  expect(copyLine(['a\tb\nc\rd\\e', String.raw`\N`])).toBe('a\\tb\\nc\\rd\\\\e\t\\\\N\n');
});
