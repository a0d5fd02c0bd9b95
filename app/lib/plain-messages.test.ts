import { expect, test } from 'vitest';
import { z } from 'zod';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { isKnownServerText } from '#app/lib/server-texts.ts';
import '#app/features/assigning/assigning-texts.ts';
import '#app/features/files/upload-texts.ts';
import '#app/features/hr/hr-texts.ts';
import '#app/lib/chasing-messages.ts';
import '#app/lib/member-texts.ts';
import '#app/lib/visitor-texts.ts';
import '#app/lib/zod-setup.ts';

// prettier-ignore
const wrongValues: readonly unknown[] = [
  undefined, null, true, -1, 0.5, 1e12, '', ' ', 'x', 'x\ny', 'y'.repeat(300_000), [], [1, 'a', null], {}, { a: 1 }, Number.NaN,
];

type Json = Record<string, unknown>;

/** The names of a part's fields, as the OpenAPI document has them. */
function fieldsOf(schema: z.ZodType): readonly string[] {
  const { properties, anyOf = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Json;
    anyOf?: readonly { readonly properties?: Json }[];
  };
  return [
    ...new Set([properties, ...anyOf.map((one) => one.properties)].flatMap((one) => Object.keys(one ?? {}))),
  ];
}

/** Every message that wrong values get from the parts of a call. */
function messagesOf({ params, query, body, multipart }: AnyEndpoint): readonly string[] {
  return [params, query, body, multipart?.fields].flatMap((schema) => {
    if (!schema) return [];
    const fields = fieldsOf(schema);
    const tried = wrongValues.flatMap((value) => [
      value,
      Object.fromEntries(fields.map((field) => [field, value])),
      Object.fromEntries(fields.map((field) => [field, [value]])),
      Object.fromEntries(fields.map((field) => [field, { [field]: value }])),
      { unknown: value },
    ]);
    return tried.flatMap(
      (value) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [],
    );
  });
}

test('[SEC-01] no wrong value of any call is answered in the words of the validator, and every answer has its translation', () => {
  const messages = new Set(catalogue.flatMap(messagesOf));
  expect(messages.size).toBeGreaterThan(40);
  const raw =
    /^Invalid (?:input|option|string|key|value|element|number|ISO|URL)|^Too (?:big|small)|: expected |, received |Unrecognized/;
  expect([...messages].filter((message) => raw.test(message))).toEqual([]);
  expect([...messages].filter((message) => !isKnownServerText(message))).toEqual([]);
});
