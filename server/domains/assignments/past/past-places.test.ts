import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { findImportOf } from '#server/domains/people/index.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { checkedPast, importPast } from '#tests/harness/past-import.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules, createTrainingWorld, type TrainingWorld } from '#tests/harness/training-world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { asFixture, createOrganization, createUser, createUsers } from '#tests/harness/world.ts';
import { promisedVersion } from '../retraining.ts';
import { readPastPlan } from './read-past-plan.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 1);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const head = 'email,module,version,completed_on';

test('[USR-09] [RPT-04] a record has the organization and the zone of its day, after the person moved and the zone changed', async () => {
  const { services } = server;
  const [before, after] = [
    await createOrganization(services, { timeZone: 'Asia/Tokyo' }),
    await createOrganization(services, { timeZone: 'America/New_York' }),
  ];
  const user = await createUser(services, { organizationId: before.id });
  const reference = 'SOP-PLACES';
  await createTextModules(services, 1, { reference });
  await asFixture(services, async (tx) => {
    await sql`update users set organization_id = ${after.id} where id = ${user.id}`.execute(tx.db);
    await sql`update organizations set time_zone = 'Europe/Berlin' where id = ${before.id}`.execute(tx.db);
  });
  await importPast(services, world.admin, `${head}\n${user.email},${reference},,2024-03-01\n`);
  const { rows } = await sql<{ organizationId: number; timeZone: string; at: string }>`
    select organization_id, time_zone, (completed_at at time zone time_zone)::text as at from training_records where user_id = ${user.id}`.execute(
    db.db,
  );
  expect(rows).toEqual([{ organizationId: before.id, timeZone: 'Asia/Tokyo', at: '2024-03-01 12:00:00' }]);
  expect((await verifyAll(services)).findings).toEqual([]);
});

test('[USR-09] [MOD-11] the plan requires the retraining that the database promises, for every version, day and choice', async () => {
  const { services } = server;
  const reference = 'SOP-PROMISES';
  const [moduleId = 0] = await createTextModules(services, 1, { reference });
  const zone = 'America/New_York';
  // One version at 15:00, one at 9:00: on its own day a completion counts from noon.
  const versions = (['completed', 'all', 'none', 'completed', 'none', 'completed'] as const).map(
    (retraining, at) => ({
      number: at + 2,
      retraining,
      effective: `2024-0${String(at + 2)}-10 ${at % 2 === 1 ? '15:00' : '09:00'}`,
    }),
  );
  const ids = await asFixture(services, async (tx) => {
    const { rows } = await sql<{ id: number; number: number }>`
      insert into module_versions (module_id, number, status, content_hash, published_at, effective_from, retraining,
        retraining_days)
      select ${moduleId}, r.number, 'published', v.content_hash, (r.effective::timestamp at time zone ${zone}), (r.effective::timestamp at time zone ${zone}), r.retraining, 30
      from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as r(number int, retraining text, effective text)
      join module_versions v on v.module_id = ${moduleId} and v.number = 1 returning id, number`.execute(
      tx.db,
    );
    await sql`
      update module_versions set effective_from = '2024-01-10' where module_id = ${moduleId} and number = 1`.execute(
      tx.db,
    );
    const last = rows.find(({ number }) => number === versions.length + 1);
    await sql`update training_modules set current_version_id = ${last?.id ?? 0} where id = ${moduleId}`.execute(
      tx.db,
    );
    return new Map(rows.map(({ id, number }) => [number, id]));
  });
  const days = versions.flatMap(({ effective }) => {
    const day = effective.slice(0, 10);
    return [addDays(day, -1), day, addDays(day, 1)];
  });
  const cases = days.flatMap((day) => [2, 3, 4, 5, 6].map((version) => ({ day, version })));
  const people = await createUsers(
    services,
    cases.map(() => ({ organizationId: world.organization.id })),
  );
  const lines = cases.map(
    ({ day, version }, at) => `${people[at]?.email ?? ''},${reference},${String(version)},${day}`,
  );
  const checked = await checkedPast(services, world.admin, [head, ...lines].join('\n'));
  const found = await findImportOf(services.db, 'completions', checked.id);
  if (!found) throw new Error('no import');
  const plan = await readPastPlan(services.db, found, world.adminUser.id);
  const planned = new Map(plan.retrainings.map(({ line, versionId }) => [line, versionId]));
  const promised = await Promise.all(
    cases.map(async ({ day, version }) => {
      const at = sql`((${day}::date + time '12:00') at time zone ${zone})`;
      const { rows } = await sql<{ id: number }>`
        select p.id from (${promisedVersion(sql`${ids.get(version) ?? 0}::int`, at)}) p`.execute(services.db);
      return rows[0]?.id;
    }),
  );
  expect(cases.map((one, at) => [one, planned.get(at + 2)])).toEqual(
    cases.map((one, at) => [one, promised[at]]),
  );
  expect(new Set(promised).size).toBeGreaterThan(2);
});
