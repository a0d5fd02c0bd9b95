import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
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
  readonly responses: Record<string, unknown>;
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly type?: string } }>;
  };
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
  for (const { id, method, path, body: takes, multipart, status: success = 200 } of catalogue) {
    const operation = body.paths[openApiPath(path)]?.[method.toLowerCase()];
    expect(Object.keys(operation?.responses ?? {}), id).toEqual([String(success), 'default']);
    const types = Object.keys(operation?.requestBody?.content ?? {});
    expect(types, id).toEqual(multipart ? ['multipart/form-data'] : takes ? ['application/json'] : []);
  }
});

test('[OPS-06] a browser gets /api/docs as a page that lists every call', async () => {
  const { status, headers, body } = await server
    .client()
    .get<string>('/api/docs', accept('text/html,application/xhtml+xml,*/*;q=0.8'));
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const rows = [...body.matchAll(/<tr><td><code>(\w+)<\/code><\/td><td><code>([^<]+)<\/code><\/td>/g)];
  expect(rows.map(([, method, path]) => `${String(method)} ${String(path)}`)).toEqual(
    catalogue.map(({ method, path }) => `${method} ${path}`),
  );
});
