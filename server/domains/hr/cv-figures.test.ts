import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeReach, noReach } from '#shared/domain/access/permissions.ts';
import { wrongCvFigures, wrongPersonCvs } from '#server/domains/assignments/index.ts';
import { foldFigures } from '#server/domains/assignments/figures/fold.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { faultsOf } from '#tests/harness/figure-faults.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganizations, createUsers } from '#tests/harness/world.ts';
import { cvFigures, cvFrom, cvStateSql } from './cvs.queries.ts';

let db: TestDatabase;
let server: TestServer;
let people: readonly { readonly id: string }[];
let organizations: readonly { readonly id: number }[];

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  organizations = await createOrganizations(server.services, [
    { timeZone: 'Pacific/Kiritimati' },
    { timeZone: 'America/Los_Angeles' },
  ]);
  people = await createUsers(
    server.services,
    [0, 0, 0, 1, 1, 2].map((index) => ({ organizationId: organizations[index]?.id ?? null })),
  );
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const run = (statement: RawBuilder<unknown>) =>
  asFixture(server.services, async (tx) => void (await statement.execute(tx.db)));

/** What the lists of CVs show, counted one by one. */
async function plainly(organizationId?: number): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ state: string; people: number }>`
    select ${cvStateSql} as state, count(*)::int as people from ${cvFrom}
    where u.is_active and u.erased_at is null and ${organizationId === undefined ? sql`true` : sql`u.organization_id = ${organizationId}`}
    group by 1`.execute(db.db);
  return Object.fromEntries(rows.map((row) => [row.state, row.people]));
}

async function expectExact(): Promise<void> {
  const shown = (states: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(states).filter(([, count]) => count > 0));
  expect(shown((await cvFigures(db.db, wholeReach, {})).states)).toEqual(await plainly());
  for (const { id } of organizations) {
    const reach = { ...noReach, organizationIds: [id] };
    expect(shown((await cvFigures(db.db, reach, {})).states)).toEqual(await plainly(id));
    expect(shown((await cvFigures(db.db, wholeReach, { organizationId: id })).states)).toEqual(
      await plainly(id),
    );
  }
  expect(await faultsOf(db.db, [wrongPersonCvs, wrongCvFigures])).toEqual([]);
}

const upload = (user = '') => sql`
  with file as (insert into files (sha256, size, mime) values (encode(sha256(${user}::bytea), 'hex'), 1, 'application/pdf') returning id),
  document as (insert into hr_documents (kind, person_id) values ('cv', ${user}) returning id)
  insert into hr_document_versions (document_id, number, file_id, original_name) select document.id, 1, file.id, 'cv.pdf' from document, file`;
const point = sql`
  update hr_documents d set current_version_id = v.id from hr_document_versions v where v.document_id = d.id and d.current_version_id is null`;
const sign = (user = '', days = 0) => sql`
  with version as (
    update hr_document_versions v set signed_at = app_now(), valid_until = today_in('UTC') + ${days}::int from hr_documents d
    where d.id = v.document_id and d.person_id = ${user} returning v.id, d.id as document_id
  )
  update hr_documents d set signed_version_id = version.id from version where version.document_id = d.id`;

test('[HR-01] [HR-02] [PERF-03] counts of CVs are exact after every change and on every day, with folds and without', async () => {
  const [first, second, third, fourth] = people.map(({ id }) => id);
  const fold = () => foldFigures(server.services.db);
  const steps: readonly (() => Promise<unknown>)[] = [
    fold,
    () => run(upload(first)),
    () => run(upload(second)),
    () => run(upload(fourth)),
    () => run(point),
    fold,
    () => run(sign(first, 1)),
    () => run(sign(second, 400)),
    () => run(sign(fourth, 40)),
    () => run(sql`update users set organization_id = ${organizations[1]?.id} where id = ${second}`),
    fold,
    () => db.moveClock({ days: 2 }),
    () => run(sql`update users set is_active = false where id in (${first}, ${third})`),
    () => db.moveClock({ days: 60 }),
    fold,
    () => run(sql`update users set is_active = true, organization_id = null where id = ${first}`),
    fold,
  ];
  for (const step of steps) {
    await step();
    await expectExact();
  }
  expect(new Set(Object.keys(await plainly()))).toEqual(new Set(['missing', 'expired', 'current']));
  expect((await db.admin.query('select from cv_figures where people <= 0')).rowCount).toBe(0);
});
