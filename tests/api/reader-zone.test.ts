import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsContract } from '#shared/contract/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser, signIn } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

test('[RPT-05] [SHELL-09] an inspector without an organization is told the zone of the one that they inspect', async () => {
  const organization = await createOrganization(server.services, { timeZone: 'America/New_York' });
  const user = await createUser(server.services, {
    grants: [{ kind: 'inspector', organizationId: organization.id }],
  });
  const client = await signIn(server.client(), user);
  const { body } = await client.call(accountsContract.currentUser);
  expect([body.organization, body.grants.map(({ timeZone }) => timeZone)]).toEqual([
    null,
    ['America/New_York'],
  ]);
});
