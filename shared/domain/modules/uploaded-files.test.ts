import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFileSize } from './file-size.ts';
import { parseUploadedFiles, type UploadedFileLine } from './uploaded-files.ts';

test('[MOD-06] the list is read in each bullet manner, and the text around it is kept', () => {
  const content = [
    'Read both documents.',
    '• not in the list (1 B) | Uploaded: today by me',
    'Uploaded Files:',
    '- one.pdf (1 KB) | Uploaded: 1/31/2025 by Ann Lee',
    '* two (2).pdf (2 KB) | Uploaded: Jan 31, 2025 by Step by Step Ltd',
    '•three.pdf (3 KB) | Uploaded: 2025-01-31 by Cy',
    'Then sign.',
  ].join('\r\n');
  expect(parseUploadedFiles(content)).toEqual({
    text: 'Read both documents.\n• not in the list (1 B) | Uploaded: today by me\nThen sign.',
    files: [
      { name: 'one.pdf', size: '1 KB', date: '1/31/2025', person: 'Ann Lee' },
      { name: 'two (2).pdf', size: '2 KB', date: 'Jan 31, 2025', person: 'Step by Step Ltd' },
      { name: 'three.pdf', size: '3 KB', date: '2025-01-31', person: 'Cy' },
    ],
  });
});

test('[MOD-06] a line is read back, whatever the file and the person are called', () => {
  const words = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .map((text) => text.replace(/\s+/gu, ' ').trim())
    .filter((text) => text !== '');
  const file = fc.record({
    name: fc.oneof(
      words,
      words.map((name) => `${name} (1 B) | Uploaded: 2025-01-01 by ${name}`),
    ),
    size: fc.nat().map(formatFileSize),
    date: fc.constant('2025-01-31'),
    person: words.map((name) => name.replaceAll('|', '/')),
  });
  const lineOf = ({ name, size, date, person }: UploadedFileLine) =>
    `• ${name} (${size}) | Uploaded: ${date} by ${person}`;
  fc.assert(
    fc.property(fc.array(file, { minLength: 1 }), (files) => {
      expect(parseUploadedFiles(`Intro\nUploaded Files:\n${files.map(lineOf).join('\n')}`)).toEqual({
        text: 'Intro',
        files,
      });
    }),
  );
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [10 * 1024 * 1024, '10 MB'],
  [1.55 * 1024 * 1024, '1.6 MB'],
  [3 * 1024 ** 4, '3 TB'],
  [5000 * 1024 ** 4, '5000 TB'],
])('[MOD-06] %d bytes are %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

test('[MOD-06] a size never shows 1024 of a smaller unit, and what is no size is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 49 }), (bytes) => {
      expect(formatFileSize(bytes)).toMatch(/^\d{1,4}(\.\d)? (B|KB|MB|GB|TB)$/);
      expect(formatFileSize(bytes)).not.toMatch(/^1024/);
    }),
  );
  expect(() => formatFileSize(-1)).toThrow(RangeError);
  expect(() => formatFileSize(Number.NaN)).toThrow(RangeError);
});
