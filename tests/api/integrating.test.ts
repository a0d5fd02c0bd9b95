import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiTokensContract } from '#shared/contract/api-tokens.ts';
import { everyTokenScope } from '#shared/domain/access/token-scopes.ts';
import { isTokenText } from '#server/domains/accounts/tokens/token-text.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser, signIn } from '#tests/harness/world.ts';

// The examples of webhooks are run by their own test.
const [page = ''] = readFileSync(new URL('../../docs/integrating.md', import.meta.url), 'utf8').split(
  '\n## Webhooks\n',
);
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code);

let database: TestDatabase;
let server: TestServer;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  const { id: organizationId } = await createOrganization(server.services, { name: 'Example Ltd' });
  await createUser(server.services, { organizationId });
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const made = await admin.call(apiTokensContract.create, {
    body: {
      name: 'Examples',
      scopes: [...everyTokenScope],
      organizationId: null,
      lastDay: server.services.clock.now().toISOString().slice(0, 10),
      reason: 'The examples are run.',
    },
  });
  token = String(made.body.token);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

test('[OPS-06] the examples for integrators run as they are written', async () => {
  const examples = blocks('js');
  expect(examples).toHaveLength(4);
  for (const example of examples) {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', example],
      { env: { ...process.env, NODE_OPTIONS: '', TRAINTRAIL_URL: server.url, TRAINTRAIL_TOKEN: token } },
    );
    expect(stdout.trim(), example).not.toBe('');
  }
});

test('[OPS-06] the page names every permission, and its regular expression finds a token in a text', () => {
  expect([...page.matchAll(/^\| `(\w+\.\w+)` +\|/gm)].map(([, scope]) => scope)).toEqual(everyTokenScope);
  const [pattern = ''] = blocks('regex');
  const found = new RegExp(pattern.trim()).exec(`url=https://x.example token="${token}" user=1`)?.[0];
  expect(found).toBe(token);
  expect(isTokenText(found ?? '')).toBe(true);
});
