import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CanonicalFields } from './canonical.ts';
import { canonicalForm, canonicalHash, canonicalInstant, canonicalText } from './canonical.ts';
import { utf8, utf8Length } from './utf8.ts';

const text = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
const bytesOf = (kind: string, fields: CanonicalFields): Uint8Array => utf8(canonicalText(kind, 1, fields));

describe('UTF-8', () => {
  test('[SIG-01] is what the platform encodes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(utf8(value)).toEqual(new TextEncoder().encode(value));
      }),
    );
  });

  test('[SIG-01] is so at both sides of every change of length', () => {
    const edges = [0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x1_0000, 0x10_ffff];
    for (const code of edges) {
      const sign = String.fromCodePoint(code);
      expect(utf8(sign)).toEqual(new TextEncoder().encode(sign));
    }
  });

  test.each(['\ud800', '\udfff', 'a\udc00b', '\udc00\ud800'])(
    '[SIG-01] half a surrogate pair is refused: %j',
    (value) => {
      expect(() => utf8(value)).toThrow('text with half a surrogate pair');
      expect(() => utf8Length(value)).toThrow(RangeError);
    },
  );

  test.each(['', 'plain', '\u007f', '\u0080', 'Ærø', 'a\u{1F600}', 'Æ plain'])(
    '[SIG-01] the length of %j is its number of bytes',
    (value) => {
      expect(utf8Length(value)).toBe(new TextEncoder().encode(value).length);
    },
  );
});

describe('canonical bytes', () => {
  test('[SIG-01] have this form, for good', () => {
    const bytes = bytesOf('sample', [
      ['name', 'Ærø\n"1"'],
      ['empty', ''],
      ['nothing', null],
      ['score', 92.5],
      ['zero', -0],
    ]);
    expect(text(bytes)).toBe(
      'traintrail/sample/1\nname=s9:Ærø\n"1"\nempty=s0:\nnothing=n\nscore=d4:92.5\nzero=d1:0\n',
    );
    expect(createHash('sha256').update(bytes).digest('hex')).toMatchInlineSnapshot(
      `"cd8ae464da1c696685dc486f35ca704d003aaf152c5c2ccb0d3535e91838a052"`,
    );
  });

  const value = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[nsd=:0-9\n]{0,12}$/),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constantFrom('n', 's0:', '1', 1, '', 0),
  );
  const fields: fc.Arbitrary<CanonicalFields> = fc.uniqueArray(
    fc.tuple(fc.constantFrom('a', 'b', 'ab', 'score'), value),
    { selector: ([name]) => name, maxLength: 4 },
  );
  const same = (a: CanonicalFields, b: CanonicalFields): boolean =>
    a.length === b.length &&
    a.every(([name, v], index) => {
      const other = b[index];
      // Minus zero is zero.
      return other !== undefined && other[0] === name && (v === other[1] || Object.is(v, other[1]));
    });

  test('[SIG-01] are equal exactly for equal records', () => {
    fc.assert(
      fc.property(fields, fields, (a, b) => {
        expect(canonicalText('x', 1, a) === canonicalText('x', 1, b)).toBe(same(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  test('[SIG-01] can be read back, which nothing ambiguous can', () => {
    fc.assert(
      fc.property(fields, (list) => {
        const bytes = bytesOf('x', list);
        const read: [string, string | number | null][] = [];
        let at = bytes.indexOf(10) + 1;
        while (at < bytes.length) {
          const equals = bytes.indexOf(61, at);
          const name = text(bytes.subarray(at, equals));
          const tag = String.fromCharCode(bytes[equals + 1] ?? 0);
          if (tag === 'n') {
            read.push([name, null]);
            at = equals + 3;
            continue;
          }
          const colon = bytes.indexOf(58, equals);
          const length = Number(text(bytes.subarray(equals + 2, colon)));
          const body = text(bytes.subarray(colon + 1, colon + 1 + length));
          read.push([name, tag === 'd' ? Number(body) : body]);
          at = colon + 2 + length;
        }
        expect(same(read, list)).toBe(true);
      }),
    );
  });

  test('[SIG-01] differ by kind and version', () => {
    const of = (kind: string, version: number): string => canonicalText(kind, version, [['a', 1]]);
    expect(new Set([of('x', 1), of('x', 2), of('y', 1), of('x', 12)]).size).toBe(4);
  });

  test('[SIG-01] refuse what has no one form', () => {
    expect(() => canonicalText('x', 1, [['a', Number.NaN]])).toThrow('not a finite number: NaN');
    expect(() => canonicalText('x', 1, [['a', Number.POSITIVE_INFINITY]])).toThrow(RangeError);
    expect(() => canonicalText('x', 1, [['a=n\nb', 1]])).toThrow(RangeError);
    expect(() =>
      canonicalText('x', 1, [
        ['a', 1],
        ['a', 2],
      ]),
    ).toThrow(RangeError);
    expect(() => canonicalText('x\n', 1, [])).toThrow(RangeError);
    expect(() => canonicalText('x', 0, [])).toThrow(RangeError);
    expect(() => canonicalText('x', 1.5, [])).toThrow('no kind: x/1.5');
    for (const name of ['', 'A', '1a', 'a-b', ' a', 'a '])
      expect(() => canonicalText('x', 1, [[name, 1]])).toThrow(`no field name, or twice: ${name}`);
    expect(canonicalText('aB1', 1, [['aB1', 1]])).toBe('traintrail/aB1/1\naB1=d1:1\n');
  });

  test('[SIG-01] a form refuses more values or fewer than it has names', () => {
    const form = canonicalForm('x', 1, ['a', 'b']);
    expect(form([1, null])).toBe('traintrail/x/1\na=d1:1\nb=n\n');
    for (const values of [[1], [1, 2, 3]])
      expect(() => form(values)).toThrow(`not 2 values: ${String(values.length)}`);
  });
});

test('[SIG-01] instants and sums have one spelling', () => {
  const now = new Date(1_750_000_000_123).toISOString();
  expect(canonicalInstant(now)).toBe(now);
  for (const other of ['2025-06-15T15:06:40Z', '2025-06-15T15:06:40.123+00:00', '2025-06-15', '']) {
    expect(() => canonicalInstant(other)).toThrow(`not an instant in UTC with milliseconds: ${other}`);
  }
  for (const edge of [`+${now}`, `${now} `]) expect(() => canonicalInstant(edge)).toThrow(RangeError);
  expect(canonicalHash('0123456789abcdef'.repeat(4))).toHaveLength(64);
  for (const other of ['A'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), '']) {
    expect(() => canonicalHash(other)).toThrow('not a SHA-256 sum in lower-case hexadecimal');
  }
});
