import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { papersContract } from '#shared/contract/papers.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  readyToSign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, type FixtureUser } from '#tests/harness/world.ts';

type Checked = ResponseOf<typeof papersContract.check>;

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let person: FixtureUser;
let own: TestClient;
let adminName: string;

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const check = (sum: string) => server.client().get<Checked>(`/api/papers/${sum}`);

/** A file as it arrives, and what the register says of it. */
async function issue(client: TestClient, path: string) {
  const answer = await client.fetch('GET', path);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, path).toBe(200);
  const found = await check(sha256(bytes));
  return { bytes, status: found.status, papers: found.body };
}

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 0);
  person = await createUser(server.services, { organizationId: world.organization.id, lastName: 'Ángstrom' });
  const [module = 0] = await createTextModules(server.services, 1);
  own = await readyToSign(server, person);
  const { id } = await assignTo(world.admin, person.id, module);
  await completeText(own, id, person);
  const { body } = await world.admin.get<{ firstName: string; lastName: string }>('/api/auth/user');
  adminName = fullName(body);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

test('[INS-03] every paper that left is in the register, with kind, instant and for whom', async () => {
  const papers = [
    ['training_file', 'pdf', `/api/employee/${person.id}/training-file.pdf`],
    ['report', 'pdf', '/api/reports/completion/export?format=pdf'],
    ['report', 'csv', '/api/reports/completion/export?format=csv'],
    ['report', 'xlsx', '/api/reports/completion/export?format=xlsx'],
    ['completions', 'csv', '/api/exports/download?dataSet=completions&format=csv&columns=record_id,module'],
    ['audit', 'pdf', '/api/exports/download?dataSet=audit&format=pdf&columns=at,done'],
    ['compliance', 'csv', '/api/compliance/export'],
  ] as const;
  for (const [kind, format, path] of papers) {
    const before = Date.now() - 60_000;
    const { papers: found, status } = await issue(world.admin, path);
    expect(status, path).toBe(200);
    expect(found[0], path).toMatchObject({ kind, format, issuedTo: adminName });
    expect(Date.parse(found[0]?.asOf ?? ''), path).toBeGreaterThan(before);
    expect(Date.parse(found[0]?.issuedAt ?? ''), path).toBeGreaterThan(before);
  }
});

test('[INS-03] a certificate is issued to its person, whoever prints it', async () => {
  const { body } = await own.get<{ number: string }[]>('/api/certificates');
  const path = `/api/certificates/${body[0]?.number ?? ''}/pdf`;
  const first = await issue(own, path);
  const second = await issue(world.admin, path);
  for (const { papers } of [first, second])
    expect(papers).toMatchObject([{ kind: 'certificate', issuedTo: fullName(person) }]);
});

test('[INS-03] a file that was changed, one from elsewhere and what is no hash were not issued here', async () => {
  const { bytes } = await issue(world.admin, `/api/employee/${person.id}/training-file.pdf`);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  for (const sum of [sha256(bytes), sha256(Buffer.from('from elsewhere'))]) {
    const found = await check(sum);
    expect([found.status, (found.body as unknown as { reason: string }).reason]).toEqual([
      404,
      'paper_unknown',
    ]);
  }
  for (const wrong of ['abc', 'A'.repeat(64), `${'a'.repeat(64)}'--`])
    expect((await check(encodeURIComponent(wrong))).status).toBe(404);
});

test('[INS-03] nothing that the register keeps besides the head of the paper is public', async () => {
  const { papers } = await issue(world.admin, `/api/employee/${person.id}/training-file.pdf`);
  expect(Object.keys(papers[0] ?? {}).toSorted()).toEqual([
    'asOf',
    'format',
    'issuedAt',
    'issuedTo',
    'kind',
    'timeZone',
  ]);
});

test('[INS-03] [USR-08] the register does not keep the words of a search, which may be a name', async () => {
  const { status } = await issue(
    world.admin,
    '/api/exports/download?dataSet=people&format=csv&columns=email&q=Angstrom',
  );
  expect(status).toBe(200);
  const { rows } = await sql<{ scope: Record<string, unknown> }>`
    select scope from issued_papers where kind = 'people' order by id desc limit 1`.execute(db.db);
  expect(Object.keys(rows[0]?.scope ?? {})).toContain('columns');
  expect(JSON.stringify(rows)).not.toContain('ngstrom');
});

test('[INS-03] the register is in the trail, and nobody changes or deletes a line of it', async () => {
  await issue(world.admin, `/api/employee/${person.id}/training-file.pdf`);
  const events = await sql<{ count: number }>`
    select count(*)::int as count from audit.events e join audit.events c on c.id = e.command_id
    where e.object_type = 'issued_papers' and e.kind = 'insert' and c.action = 'paper.issued'`.execute(
    server.services.db,
  );
  const lines = await sql<{ count: number }>`select count(*)::int as count from issued_papers`.execute(
    server.services.db,
  );
  expect(events.rows).toEqual(lines.rows);
  const refused = /permission denied/;
  const { db: app } = server.services;
  await expect(sql`update issued_papers set kind = 'binder'`.execute(app)).rejects.toThrow(refused);
  await expect(sql`delete from issued_papers`.execute(app)).rejects.toThrow(refused);
});

test('[INS-03] who tries hashes is slowed down', async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 200 && statuses.at(-1) !== 429; at += 1)
    statuses.push((await check(at.toString(16).padStart(64, '0'))).status);
  expect(statuses.at(-1)).toBe(429);
});
