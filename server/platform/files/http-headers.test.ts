import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';
import { matchesAny, parseRange } from './http-range.ts';

test('[MOD-08] a range lies within the file, whatever the header says', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${String(a)}-${String(b)}`),
      ),
      fc.integer({ min: 1, max: 5000 }),
      (header, size) => {
        const range = parseRange(header, size);
        if (typeof range === 'string') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(size);
      },
    ),
  );
  expect(parseRange(undefined, 5)).toBe('all');
  expect(parseRange('bytes=99999999999999999999-', 5)).toBe('unsatisfiable');
});

test('[MOD-08] an ETag matches itself, weak or in a list, and nothing else', () => {
  expect(matchesAny('"a", W/"b"', '"b"')).toBe(true);
  expect(matchesAny('"ab"', '"b"')).toBe(false);
  expect(matchesAny('b', '"b"')).toBe(false);
  expect(matchesAny(undefined, '"b"')).toBe(false);
});

test('[MOD-08] RFC 6266: any name makes one header line of plain letters that gives the name back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const header = contentDisposition('attachment', name);
      expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/);
      expect(decodeURIComponent(header.slice(header.lastIndexOf("''") + 2))).toBe(name.toWellFormed());
      expect(/filename="([^"\\]*)"/.exec(header)?.[1]).not.toContain('/');
    }),
  );
});
