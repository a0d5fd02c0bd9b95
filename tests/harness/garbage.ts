/** What nobody should send: requests made from a right one by putting garbage in one or more of its parts. */
import fc from 'fast-check';
import { z } from 'zod';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';

/** A right call: what the garbage is put into. */
export interface RightCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request as it goes over the wire. */
export interface GarbageRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Texts that have tripped software before. */
export const strangeTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202e\u200b',
  '\r\n',
  '𝕏'.repeat(70),
  'x'.repeat(501),
  'x'.repeat(20_000),
  '../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  String.raw`..\..\windows`,
  "' or 1=1 --",
  '%',
  '%_\\',
  '${7*7}',
  '<script>alert(1)</script>',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '00',
  '1e9',
  '0x10',
  '2147483647',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999999',
  '1.5',
  '٣',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  '0000-01-01',
  '0001-01-01',
  '2026-02-30',
  '9999-12-31',
  '+275760-09-13',
  '2026-01-01T00:00:00Z',
  'Mars/Olympus',
  'a@b.c',
  'u_0',
  '[object Object]',
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...strangeTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
);

const depth = (levels: number): unknown => (levels === 0 ? 1 : [depth(levels - 1)]);

const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: text },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      2 ** 31 - 1,
      2 ** 31,
      2 ** 53,
      1e308,
      5e-324,
      [],
      [[]],
      [null],
      {},
      { a: 1 },
      { toString: 1, constructor: { prototype: 1 } },
      { $ne: null },
      depth(30),
      Array.from({ length: 1500 }, (_, index) => index + 1),
    ),
  },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.array(text, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(text, text, { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const keysOf = (schema: z.ZodType | undefined): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** A right object with one to three of its fields, or fields that nobody knows, made wrong. */
function spoiled(right: unknown, keys: readonly string[]): fc.Arbitrary<unknown> {
  const base = typeof right === 'object' && right !== null && !(right instanceof FormData) ? right : {};
  const names = [...new Set([...keys, ...Object.keys(base)])];
  const key =
    names.length === 0
      ? text
      : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text });
  return fc
    .array(fc.tuple(key, value), { minLength: 1, maxLength: 3 })
    .map((wrong) => Object.fromEntries([...Object.entries(base), ...wrong]));
}

const notJson = fc.constantFrom(
  '',
  '{',
  '[',
  'nul',
  '{"a":}',
  '{"a":1}}',
  '"text"',
  'null',
  '3',
  '[]',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{}}}',
  '{"a":"\u0000"}',
  '\u0000\u0001',
  '\ufeff{}',
  '[['.repeat(20_000),
  `"${'x'.repeat(270 * 1024)}"`,
  '{"a":1e999}',
);

interface Payload {
  readonly type: string | undefined;
  readonly body: string | undefined;
}

const contentTypes = fc.constantFrom(
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/json; charset=utf-7',
  'application/json-patch+json',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/mixed; boundary=x',
  '*/*',
  'json',
  ';',
);

const part = (name: string, content: string, file?: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${file === undefined ? '' : `; filename="${file}"`}\r\n\r\n${content}\r\n`;

/** Bodies that say that they are multipart. */
function brokenForm(fields: readonly string[]): fc.Arbitrary<Payload> {
  const plain = text.map((name) => name.replaceAll(/[\r\n"]/g, ''));
  const name = fc.oneof(
    fc.constantFrom('file', 'files', 'file_0', 'file_-1', 'file_99999', '__proto__', 'toString', ''),
    ...(fields.length === 0 ? [] : [fc.constantFrom(...fields)]),
    plain,
  );
  const content = fc.oneof(
    text,
    fc.constantFrom('%PDF-1.7', '{}', '{', '[]', '<svg/onload=x>', 'PK\u0003\u0004'),
  );
  const file = fc.option(fc.oneof(plain, fc.constantFrom('a.txt', 'a.pdf', 'a.exe', '../../a.txt', '.txt')), {
    nil: undefined,
  });
  const parts = fc
    .array(fc.tuple(name, content, file), { maxLength: 4 })
    .chain((all) =>
      fc.constantFrom('--x--\r\n', '', '--x').map((end) => all.map((one) => part(...one)).join('') + end),
    );
  const body = fc.oneof(
    { weight: 4, arbitrary: parts },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: fc.constant('--x\r\n\r\n--x--') },
  );
  return body.map((sent) => ({ type: 'multipart/form-data; boundary=x', body: sent }));
}

function payloads(endpoint: AnyEndpoint, right: unknown): fc.Arbitrary<Payload> {
  const keys = [...keysOf(endpoint.body), ...keysOf(endpoint.multipart?.fields)];
  const json = (sent: unknown): Payload => ({ type: 'application/json', body: JSON.stringify(sent) });
  return fc.oneof(
    { weight: endpoint.multipart ? 1 : 6, arbitrary: spoiled(right, keys).map(json) },
    { weight: 1, arbitrary: value.map((sent) => json(sent ?? null)) },
    { weight: 1, arbitrary: notJson.map((body) => ({ type: 'application/json', body })) },
    { weight: 1, arbitrary: fc.record({ type: contentTypes, body: fc.oneof(notJson, fc.constant('{}')) }) },
    { weight: endpoint.multipart ? 6 : 1, arbitrary: brokenForm(keys) },
  );
}

const headerTexts = fc.constantFrom(
  '',
  '*',
  '"',
  '"3',
  'W/"1"',
  '"999999999999"',
  '-1',
  'bytes=',
  'bytes=-',
  'bytes=5-1',
  'bytes=-0',
  'bytes=0-0,1-1,2-2',
  'bytes=99999999999999999999-',
  'lines=1-2',
  'x',
  'é'.repeat(10),
  'a'.repeat(129),
  'a'.repeat(3000),
  'abcdefgh',
  'Thu, 99 Foo 2026 99:99:99 GMT',
);

const headerNames = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-range',
  'idempotency-key',
  'range',
  'accept',
  'accept-language',
  'accept-encoding',
  'user-agent',
  'x-forwarded-for',
  'forwarded',
  'origin',
  'sec-fetch-site',
  'referer',
  'x-request-id',
] as const;

const headers = fc.dictionary(fc.constantFrom(...headerNames), headerTexts, { minKeys: 1, maxKeys: 3 });

const encoded = (sent: string) => encodeURIComponent(sent.toWellFormed());

const pathText = fc.oneof(
  { weight: 4, arbitrary: text.map(encoded) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%',
      '%zz',
      '%ff',
      '%ed%a0%80',
      '..',
      '../..',
      '%2e%2e%2f',
      ';a=b',
      'a/b',
      '//',
    ),
  },
);

function queries(names: readonly string[]): fc.Arbitrary<string> {
  const name =
    names.length === 0 ? text : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, text);
  const pairs = fc
    .array(fc.tuple(name, text), { minLength: 1, maxLength: 4 })
    .map((all) => all.map(([key, sent]) => `${encoded(key)}=${encoded(sent)}`).join('&'));
  const raw = fc.constantFrom(
    '&&&',
    '=',
    '%',
    'a=%zz',
    'limit=1&limit=2',
    'limit[]=1',
    'q[a]=1',
    'a=%ed%a0%80',
    '?',
    '__proto__=1',
  );
  return fc.oneof({ weight: 4, arbitrary: pairs }, { weight: 1, arbitrary: raw });
}

/** Requests to an endpoint of which at least one part is garbage and the others are right. */
export function garbageFor(endpoint: AnyEndpoint, right: RightCall): fc.Arbitrary<GarbageRequest> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].flatMap((match) => match[1] ?? []);
  const rightQuery = new URLSearchParams({ ...right.query }).toString();
  const rightBody: Payload =
    right.body === undefined || right.body instanceof FormData
      ? { type: undefined, body: undefined }
      : { type: 'application/json', body: JSON.stringify(right.body) };
  const writes = endpoint.method !== 'GET';
  const spoil = {
    params:
      names.length > 0 ? fc.array(pathText, { minLength: names.length, maxLength: names.length }) : null,
    query: queries(keysOf(endpoint.query)),
    payload: payloads(endpoint, right.body),
    headers,
  };
  const kinds = [
    ...(spoil.params ? (['params'] as const) : []),
    'query' as const,
    'headers' as const,
    ...(writes ? (['payload', 'payload', 'payload'] as const) : []),
  ];
  return fc
    .oneof(
      fc.constantFrom(...kinds).map((kind) => [kind]),
      fc.subarray([...new Set(kinds)], { minLength: 1 }),
    )
    .chain((chosen) => {
      const has = (kind: keyof typeof spoil) => (chosen as readonly string[]).includes(kind);
      return fc.record({
        params: has('params') && spoil.params ? spoil.params : fc.constant(null),
        query: has('query') ? spoil.query : fc.constant(rightQuery),
        payload: has('payload') ? spoil.payload : fc.constant(rightBody),
        headers: has('headers') ? spoil.headers : fc.constant({}),
      });
    })
    .map((made) => {
      const path = endpoint.path.replaceAll(
        /:(\w+)/g,
        (_, name: string) => made.params?.[names.indexOf(name)] ?? encoded(right.params?.[name] ?? '1'),
      );
      const { type, body } = made.payload;
      return {
        path: made.query === '' ? path : `${path}?${made.query}`,
        headers: { ...made.headers, ...(type === undefined ? {} : { 'content-type': type }) },
        body,
      };
    });
}
