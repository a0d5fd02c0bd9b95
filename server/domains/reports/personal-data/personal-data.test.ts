import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditedTables } from '#server/db/schema/audited-tables.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { givePicture } from '#tests/harness/picture.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { assignTo, completeText, createTextModules, readyToSign } from '#tests/harness/training-world.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { columnsAboutOthers } from '#tests/harness/columns-about-others.ts';
import { personalSections } from './sections.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

type Row = Record<string, unknown>;
interface Export {
  readonly format: string;
  readonly userId: string;
  readonly sections: Readonly<Record<string, { about: string; fields: Row; rows: Row[] }>>;
}

const rowsOf = (data: Export, section: string): Row[] => data.sections[section]?.rows ?? [];

/** A person with a completed and signed training, a certificate, a message, a picture. */
async function withHistory(): Promise<[FixtureUser, TestClient]> {
  const organization = await createOrganization(server.services, { name: 'Kept Here' });
  const person = await createUser(server.services, {
    organizationId: organization.id,
    jobTitle: 'Data Management',
  });
  const [moduleId = 0] = await createTextModules(server.services, 1, { title: 'Sharps' });
  const assignment = await assignTo(admin, person.id, moduleId);
  const client = await readyToSign(server, person);
  await completeText(client, assignment.id, person);
  await givePicture(server.services, person.id);
  await client.patch('/api/users/settings', { theme: 'light' });
  await admin.get(`/api/employee/${person.id}/details`);
  return [person, client];
}

test('[SEC-03] a person gets everything that is kept on them as one described file', async () => {
  const [person, client] = await withHistory();
  const answer = await client.fetch('GET', '/api/users/me/export');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="traintrail-my-data-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const text = await answer.text();
  const data = JSON.parse(text) as Export;
  expect(data).toMatchObject({ format: 'traintrail-personal-data-1', userId: person.id });
  expect(Object.keys(data.sections)).toEqual([
    ...personalSections.map((section) => section.name),
    'history',
    'ownActions',
  ]);
  for (const { about } of Object.values(data.sections)) expect(about.length).toBeGreaterThan(20);
  expect(rowsOf(data, 'profile')[0]).toMatchObject({
    email: person.email,
    organizationName: 'Kept Here',
    settings: { theme: 'light' },
  });
  expect(rowsOf(data, 'periods')[0]).toMatchObject({
    organizationName: 'Kept Here',
    jobTitle: 'Data Management',
  });
  expect(rowsOf(data, 'assignments')[0]).toMatchObject({ status: 'completed', moduleTitle: 'Sharps' });
  expect(data.sections['assignments']?.fields['renewalFrequency']).toBe('Months.');
  expect(rowsOf(data, 'trainingRecords')[0]).toMatchObject({ moduleTitle: 'Sharps' });
  expect(rowsOf(data, 'signatures')[0]?.['printedName']).toBe(`${person.firstName} ${person.lastName}`);
  expect(rowsOf(data, 'certificates')).toHaveLength(1);
  expect(rowsOf(data, 'picture')[0]).toMatchObject({ type: 'image/png' });
  expect(rowsOf(data, 'sessions').length).toBeGreaterThan(0);
  expect(rowsOf(data, 'history')).toContainEqual(
    expect.objectContaining({ action: 'person.viewed', by: 'admin', kind: 'access' }),
  );
  expect(rowsOf(data, 'history')).toContainEqual(
    expect.objectContaining({ action: 'settings.changed', by: 'you', record: 'users' }),
  );
  expect(rowsOf(data, 'ownActions')).toContainEqual(
    expect.objectContaining({ action: 'person.exported', record: 'users', id: person.id }),
  );
});

test('[SEC-03] no secret and nobody else is in it', async () => {
  const [person, client] = await withHistory();
  const other = await createUser(server.services, { firstName: 'Somebody', lastName: 'Elsewhere' });
  const text = await (await client.fetch('GET', '/api/users/me/export')).text();
  expect(text).not.toContain(other.email);
  expect(text).not.toContain('Elsewhere');
  expect(text).not.toMatch(/argon2|ciphertext|passwordHash|tokenHash|"sid"|hmac/i);
  const [cookie = ''] = client.cookies.values();
  expect(text).not.toContain(cookie);
  const { rows } = await database.admin.query<{ sid: string }>(
    'select sid from sessions where user_id = $1',
    [person.id],
  );
  for (const { sid } of rows) expect(text).not.toContain(`"${sid}":`);
});

test('[SEC-03] [AUD-01] an administrator gets the same of another person, and the trail knows it; others do not', async () => {
  const [person, client] = await withHistory();
  const answer = await admin.fetch('GET', `/api/users/${person.id}/export`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain(`traintrail-personal-data-${person.id}-`);
  const data = (await answer.json()) as Export;
  expect(data.userId).toBe(person.id);
  expect(rowsOf(data, 'history')).toContainEqual(
    expect.objectContaining({ action: 'person.exported', by: 'admin' }),
  );
  expect((await admin.get('/api/users/u_nobody/export')).status).toBe(404);
  expect((await client.get(`/api/users/${person.id}/export`)).status).toBe(403);
  expect((await server.client().get('/api/users/me/export')).status).toBe(401);
  const extra = await client.get('/api/users/me/export?userId=u_other');
  expect(extra.status).toBe(422);
});

test('[SEC-03] every reference to a person in the database is exported, or listed as what others are', async () => {
  const { rows } = await database.admin.query<{ name: string }>(`
    select k.conrelid::regclass::text || '.' || a.attname as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'users'::regclass and k.connamespace = 'public'::regnamespace`);
  const exported = new Set(personalSections.map((section) => section.table));
  const left = rows
    .map((row) => row.name)
    .filter((name) => !exported.has(name.split('.')[0] ?? '') && !columnsAboutOthers.includes(name));
  expect(left).toEqual([]);
  const people = auditedTables.filter((table) => table.person !== undefined).map((table) => table.name);
  expect(people.filter((name) => !exported.has(name))).toEqual([]);
});

test('[SEC-03] what the trail leaves out as secret stays out of the export too', () => {
  for (const { table, without = [] } of personalSections) {
    const secrets = auditedTables.find((one) => one.name === table)?.secrets ?? [];
    expect(without).toEqual(expect.arrayContaining([...secrets]));
  }
});
