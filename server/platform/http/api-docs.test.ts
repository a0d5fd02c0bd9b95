import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { catalogue } from '#shared/contract/catalogue.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { errorCodesOf } from '#shared/contract/problem-bodies.ts';
import { openApiDocument } from '#server/platform/http/openapi/document.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';

let db: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: unknown;
  readonly responses: Record<string, unknown>;
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly type?: string } }>;
  };
}

/** How often each object of a document occurs that `counts`, by its text. */
function usesOf(document: unknown, counts: (value: object) => boolean): Map<string, number> {
  const uses = new Map<string, number>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    if (!Array.isArray(value) && counts(value)) uses.set(text, (uses.get(text) ?? 0) + 1);
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(document);
  return uses;
}

const openApiPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');
const accept = (type: string) => ({ headers: { accept: type } });

test('[OPS-06] /api/docs answers the OpenAPI document with every call of the contract and no other', async () => {
  const { status, headers, body } = await server
    .client()
    .get<{ openapi: string; info: { version: string }; paths: Record<string, Record<string, Operation>> }>(
      '/api/docs',
      accept('application/json'),
    );
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect([body.openapi, body.info.version]).toEqual(['3.1.0', server.services.version]);
  const told = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  );
  const declared = catalogue.map(
    ({ id, method, path }) => `${id} ${method.toLowerCase()} ${openApiPath(path)}`,
  );
  expect(told.toSorted()).toEqual(declared.toSorted());
  for (const { id, method, path, body: takes, form, scim, multipart, status: success = 200 } of catalogue) {
    const operation = body.paths[openApiPath(path)]?.[method.toLowerCase()];
    expect(Object.keys(operation?.responses ?? {})[0], id).toBe(String(success));
    const types = Object.keys(operation?.requestBody?.content ?? {});
    const json = scim ? 'application/scim+json' : 'application/json';
    const plain = form ? 'application/x-www-form-urlencoded' : json;
    expect(types, id).toEqual(multipart ? ['multipart/form-data'] : takes ? [plain] : []);
  }
});

test('[OPS-06] a browser that opens /api/docs gets the screen of the calls', async () => {
  const { status, headers } = await server
    .client()
    .get('/api/docs', accept('text/html,application/xhtml+xml,*/*;q=0.8'));
  expect([status, headers.get('location')]).toEqual([302, '/api-docs']);
});

test('[OPS-06] the document says what a client needs: errors with their bodies, If-Match, Idempotency-Key, paging, dates and named schemas', async () => {
  type Schema = Record<string, unknown>;
  const { body } = await server.client().get<{
    paths: Record<string, Record<string, Operation & { readonly parameters: readonly Schema[] }>>;
    components: {
      responses: Record<string, Schema>;
      schemas: Record<string, { properties?: Record<string, Schema> }>;
    };
  }>('/api/docs', accept('application/json'));
  const text = JSON.stringify(body);
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
    expect((body.components as Record<string, Record<string, unknown>>)[kind], name).toHaveProperty(name);
  }
  const change = body.paths['/api/training-modules/{id}']?.['patch'];
  expect(change?.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' });
  const conflict = JSON.stringify(change?.responses['409']).split('/').at(-1)?.replace(/\W+$/, '') ?? '';
  expect(JSON.stringify(body.components.responses[conflict])).toContain('#/components/schemas/StaleProblem');
  const create = body.paths['/api/training-modules']?.['post'];
  expect(create?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
  const list = body.paths['/api/assignments/user']?.['get'];
  const paging = ['LimitQuery', 'OffsetQuery'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  expect(list?.parameters).toEqual(expect.arrayContaining(paging));
  expect(JSON.stringify(list?.responses['200'])).toMatch(/X-Total-Count.*LearnerAssignment/s);
  const { properties } = body.components.schemas['LearnerAssignment'] ?? {};
  expect(JSON.stringify(properties?.['dueDate'])).toContain('"format":"date"');
  expect(JSON.stringify(properties?.['completedAt'])).toContain('"format":"date-time"');
  // Every answer of our own has a schema: nothing is left open but what is free by its nature.
  for (const endpoint of catalogue) {
    for (const code of errorCodesOf(endpoint)) expect(text, `${endpoint.id} ${code}`).toContain(`"${code}"`);
  }
});

test('[OPS-06] every body that a call answers with is a named schema, or a list of one', async () => {
  type Schema = Record<string, unknown> & { readonly items?: Schema };
  const { body } = await server.client().get<{
    paths: Record<
      string,
      Record<
        string,
        { operationId: string; responses: Record<string, { content?: Record<string, { schema: Schema }> }> }
      >
    >;
  }>('/api/docs', accept('application/json'));
  const unnamed = Object.values(body.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) => {
        const schema = status.startsWith('2') ? content?.['application/json']?.schema : undefined;
        return (schema?.items ?? schema)?.['properties'] ? [operationId] : [];
      }),
    ),
  );
  expect(unnamed).toEqual([]);
});

test('[OPS-06] what calls take has a name, and what several calls take or answer is written once', async () => {
  const { body } = await server.client().get<{
    paths: Record<string, Record<string, Operation>>;
    components: { parameters: Record<string, { name: string }>; schemas: Record<string, unknown> };
  }>('/api/docs', accept('application/json'));
  const operations = Object.values(body.paths).flatMap((methods) => Object.values(methods));
  const unnamed = operations.flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      '$ref' in schema ? [] : [operationId],
    ),
  );
  expect(unnamed).toEqual([]);
  expect(body.components.parameters['LimitQuery']).toMatchObject({ name: 'limit', in: 'query' });
  const inSchemas = usesOf(body.components.schemas, (schema) => {
    const { properties, enum: values } = schema as { properties?: object; enum?: readonly unknown[] };
    return Object.keys(properties ?? {}).length > 0 || (values?.length ?? 0) > 2;
  });
  const inCalls = usesOf(
    operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
    // Short ones would take more room as a reference.
    (schema) => JSON.stringify(schema).length > 200,
  );
  expect([...inSchemas].filter(([, times]) => times > 1).map(([text]) => text)).toEqual([]);
  expect([...inCalls].filter(([, times]) => times > 2).map(([text]) => text)).toEqual([]);
  // A date is a date by its format, an integer by its type.
  expect(JSON.stringify(body)).not.toMatch(/9007199254740991|"format":"date","pattern"/);
});

test('[OPS-06] every call that answers a list pages it, but for lists that are short by their nature', () => {
  const short = [
    'hr.activity',
    'integrityChecks.copies',
    'papers.check',
    'proofs.keys',
    'mailTexts.list',
    'modules.categories',
    'modules.families',
    'curricula.templates',
    'signatures.statements',
  ];
  const unpaged = catalogue.filter(
    ({ method, response, list }) => method === 'GET' && response._zod.def.type === 'array' && !list,
  );
  expect(unpaged.map(({ id }) => id).toSorted()).toEqual(short.toSorted());
  for (const { id, list, query } of catalogue) {
    const fields = query && 'shape' in query ? Object.keys(query.shape as Record<string, unknown>) : [];
    if (list) expect(fields, id).toEqual(expect.arrayContaining(['limit', 'offset']));
  }
});

test('[OPS-06] what is sent and what is answered are two schemas where they differ, whichever call comes first', () => {
  const shared = z.object({ size: z.int().default(1) }).meta({ id: 'PlantedSize' });
  const call = {
    id: 'planted.save',
    method: 'POST',
    path: '/api/planted',
    summary: 'Planted',
    access: { public: true },
    audit: { none: 'a test' },
    data: { none: 'a test' },
  } as const;
  const document = openApiDocument(
    [
      defineEndpoint({ ...call, body: shared, response: z.unknown() }),
      defineEndpoint({
        ...call,
        id: 'planted.get',
        method: 'GET',
        path: '/api/planted/get',
        response: shared,
      }),
    ],
    '0',
  ) as { components: { schemas: Record<string, { required?: string[] }> } };
  const { PlantedSize: answered, PlantedSizeInput: sent } = document.components.schemas;
  expect(answered?.required).toEqual(['size']);
  expect(sent).toMatchObject({ properties: { size: { default: 1 } } });
  expect(sent).not.toHaveProperty('required');
});
