import { expect, test } from 'vitest';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { reasonInSchema } from '#shared/reasons/in-schema.ts';
import { paramKinds, reasons, type Reason } from '#shared/reasons/reasons.ts';
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

test('[SEC-01] [SHELL-09] no wrong value of any call is answered in the words of the validator, only with reasons', () => {
  const messages = new Set(catalogue.flatMap(messagesOf));
  expect(messages.size).toBeGreaterThan(40);
  const unknown = [...messages].filter((message) => {
    const { reason, params = {} } = reasonInSchema(message);
    const isGiven = message === reason || message.startsWith(`${reason} {`);
    return !isGiven || !Object.hasOwn(reasons, reason) || !hasItsParams(reason, params);
  });
  expect(unknown).toEqual([]);
});

/** Whether a reason was given with exactly its parameters. */
const hasItsParams = (reason: Reason, params: Readonly<Record<string, string | number>>): boolean =>
  isDeepStrictEqual(
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'string' ? 'text' : typeof value,
      ]),
    ),
    paramKinds(reason),
  );
