import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  addressWith,
  callsOf,
  isFound,
  mayMake,
  objectsIn,
  typeOf,
  type ApiCall,
  type ApiDocument,
  type Schema,
} from './api-document.ts';

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as ApiDocument;
const calls = callsOf(document);

function callNamed(id: string): ApiCall {
  const found = calls.find((call) => call.id === id);
  if (!found) throw new Error(`no call ${id}`);
  return found;
}

test('[OPS-06] every call of the document is shown once, with everything that it refers to', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(calls.map(({ id }) => id).toSorted()).toEqual(
    operations.map(({ operationId }) => operationId).toSorted(),
  );
  expect(calls.every(({ answers }) => answers.some(({ status }) => /^[23]/.test(status)))).toBe(true);
  const create = callNamed('organizations.create');
  expect(create).toMatchObject({ method: 'POST', permission: 'organizations.manage', takesTokens: true });
  expect(create.parameters.map(({ name }) => name)).toContain('Idempotency-Key');
  expect(create.answers.find(({ status }) => status === '403')?.description).toContain('FORBIDDEN');
});

test('[OPS-06] [AUTH-13] calls that a person may make: those of the permissions that they hold, and those that need none', () => {
  const mine = calls.filter((call) => mayMake(call, ['people.list']));
  expect(mine.map(({ id }) => id)).toContain('people.list');
  expect(new Set(mine.map(({ permission }) => permission))).toEqual(new Set([null, 'people.list']));
});

test('[OPS-06] a search finds calls by all of its words', () => {
  const found = (text: string) => calls.filter((call) => isFound(call, text)).map(({ id }) => id);
  expect(found('post /api/departments')).toEqual(['departments.create']);
  expect(found('')).toHaveLength(calls.length);
  expect(found('no such call')).toEqual([]);
});

const small: ApiDocument = {
  paths: {},
  components: {
    parameters: {},
    responses: {},
    schemas: {
      Status: { type: 'string', enum: ['open', 'done'] },
      Person: { type: 'object', properties: { name: { type: 'string' } } },
      Many: { type: 'string', enum: Array.from({ length: 13 }, (_, at) => `v${String(at)}`) },
    },
  },
};
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

describe('[OPS-06] types', () => {
  test.each<[Schema, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'date' }, 'string (date)'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'array', items: ref('Person') }, 'Person[]'],
    [{ type: 'array', items: { type: 'string', format: 'date' } }, '(string (date))[]'],
    [{ anyOf: [ref('Person'), { type: 'null' }] }, 'Person | null'],
    [{ allOf: [ref('Person'), ref('Many')] }, 'Person & Many'],
    [ref('Status'), '"open" | "done"'],
    [ref('Many'), 'Many'],
    [{ const: true }, 'true'],
    [{ type: 'object', additionalProperties: ref('Person') }, '{ [key]: Person }'],
    [{}, 'any'],
  ])('%o is %s', (schema, text) => expect(typeOf(small, schema)).toBe(text));

  test('the objects of a schema are found in lists, choices and maps', () => {
    const names = (schema: Schema) => objectsIn(small, schema).map(({ name }) => name);
    expect(names({ type: 'array', items: ref('Person') })).toEqual(['Person']);
    expect(names({ anyOf: [ref('Person'), { type: 'null' }] })).toEqual(['Person']);
    expect(names({ type: 'object', additionalProperties: ref('Person') })).toEqual(['Person']);
    expect(names({ type: 'object', properties: { a: { type: 'string' } } })).toEqual([null]);
    expect(names({ type: 'string' })).toEqual([]);
  });
});

test('[OPS-06] the address of a call takes its values as they were entered, each in its place', () => {
  const parameters = [
    { name: 'id', in: 'path' as const, schema: {} },
    { name: 'q', in: 'query' as const, schema: {} },
    { name: 'If-Match', in: 'header' as const, schema: {} },
  ];
  const path = '/api/users/{id}/trainings';
  expect(addressWith({ path, parameters }, {})).toBeNull();
  expect(addressWith({ path, parameters }, { id: ' ' })).toBeNull();
  expect(addressWith({ path, parameters }, { id: 'a/../b' })).toBe('/api/users/a%2F..%2Fb/trainings');
  expect(addressWith({ path, parameters }, { id: '1', q: 'a&b=c', 'If-Match': '2' })).toBe(
    '/api/users/1/trainings?q=a%26b%3Dc',
  );
});
