import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { faultsOf } from '#tests/harness/figure-faults.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganizations, createUsers } from '#tests/harness/world.ts';
import { wrongFigureDays } from './check-days.ts';
import { fillMissingDays, storeStartedDays } from './days.ts';
import { foldFigures } from './fold.ts';

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

const hour = 3_600_000;
const firstDay = Date.UTC(2027, 2, 1);

/** Moves the clock to an hour after the first day began. */
const moveTo = (hours: number) => db.moveClock({ milliseconds: firstDay + hours * hour - Date.now() });

const run = (statement: ReturnType<typeof sql>) =>
  asFixture(server.services, async (tx) => void (await statement.execute(tx.db)));

async function days(condition: string) {
  const { rows } = await db.admin.query<Record<string, unknown>>(
    `select organization_id, day::text, active, overdue_people, due_people, total, completed from figure_days
     where ${condition} order by organization_id nulls last, day`,
  );
  return rows;
}

/** Each step of a day: whom it is about follows from the number, so that a failure can be repeated. */
async function change(
  step: number,
  userIds: readonly string[],
  modules: readonly number[],
  places: readonly (number | null)[],
) {
  const userId = userIds[(step * 7) % userIds.length] ?? '';
  const module = modules[step % modules.length] ?? 0;
  await run(sql`
    insert into training_assignments (user_id, module_id, due_date, cycle)
    select u, ${module}, case when ${step} % 5 <> 0 then today_in('UTC') + ${(step % 4) - 2}::int end,
      1 + (select coalesce(max(cycle), 0) from training_assignments a where a.user_id = u and a.module_id = ${module})
    from unnest(array[${userId}, ${userIds[step % userIds.length]}]::text[]) u group by u on conflict do nothing`);
  await run(sql`
    update training_assignments set status = 'completed', completed_at = app_now(),
      next_renewal_date = case when ${step} % 3 <> 0 then today_in('UTC') + ${step % 6}::int end
    where status in ('not_started', 'in_progress') and id % 9 = ${step % 9}`);
  await run(sql`
    update training_assignments set status = 'voided', voided_at = app_now()
    where status <> 'voided' and id % 17 = ${step % 17}`);
  if (step % 5 === 1)
    await run(sql`
      update training_assignments set is_required = false, no_longer_required_at = app_now()
      where status = 'in_progress' and no_longer_required_at is null and id % 2 = ${step % 2}`);
  if (step % 7 === 2)
    await run(
      sql`update training_assignments set status = 'in_progress' where status = 'not_started' and id % 3 = 0`,
    );
  if (step % 3 === 0)
    await run(
      sql`update users set organization_id = ${places[(step / 3) % places.length] ?? null} where id = ${userId}`,
    );
  if (step % 4 === 0) await run(sql`update users set is_active = not is_active where id = ${userId}`);
}

const wrongDays = () => faultsOf(db.db, wrongFigureDays(db.db));

/** Shows more people as active on a day, looks at what `verify` says, and undoes it. */
async function plant(organization: number | null | undefined, day: string, more: number) {
  const change = (by: number) =>
    db.admin.query(
      'update figure_days set active = active + $1 where organization_id is not distinct from $2 and day = $3',
      [by, organization, day],
    );
  await change(more);
  const found = await wrongDays();
  await change(-more);
  return found.map((text) => text.split(':')[0]);
}

test('[CMP-01] [AUD-04] days worked out from the records are those that were seen as they began, in each zone', async () => {
  await moveTo(-40 * 24);
  const organizations = await createOrganizations(server.services, [{}, { timeZone: 'Asia/Tokyo' }]);
  const places = [...organizations.map(({ id }) => id), null];
  const people = await createUsers(
    server.services,
    Array.from({ length: 12 }, (_, index) => ({ organizationId: places[index % 3] ?? null })),
  );
  const modules = await createTextModules(server.services, 5);
  const userIds = people.map(({ id }) => id);
  await moveTo(-12);
  for (let day = 0, step = 0; day < 16; day += 1) {
    await moveTo(day * 24 + 0.1);
    await storeStartedDays(db.db);
    if (day % 4 === 0) await foldFigures(db.db);
    await moveTo(day * 24 + 8);
    for (let times = 0; times < 3; times += 1) await change((step += 1), userIds, modules, places);
    // The day begins in Tokyo. Elsewhere it is no beginning, and nothing is kept.
    await moveTo(day * 24 + 15.1);
    await storeStartedDays(db.db);
    await moveTo(day * 24 + 20);
    await change((step += 1), userIds, modules, places);
  }
  const seen = await days('not from_records');
  expect(seen).toHaveLength(16 * 3);
  expect(seen.filter((row) => Number(row['overdue_people']) > 0).length).toBeGreaterThan(10);
  expect(seen.some((row) => Number(row['due_people']) > Number(row['overdue_people']))).toBe(true);
  expect(seen.some((row) => Number(row['active']) > Number(row['due_people']))).toBe(true);

  expect(await wrongDays()).toEqual([]);
  expect(await plant(places[1], '2027-03-09', 1)).toEqual([
    `figure_days organization ${String(places[1])}, 2027-03-09`,
  ]);

  // Tokyo's day began a day later for the first time, so the first day was not seen there.
  await db.admin.query("delete from figure_days where day > '2027-03-01'");
  await fillMissingDays(db.db);
  const filled = await days(
    `from_records and day > '2027-03-01' and (day < '2027-03-17' or organization_id = ${String(places[1])})`,
  );
  expect(filled).toEqual(seen.filter((row) => String(row['day']) > '2027-03-01'));
  expect(await days('from_records and day < $$2027-01-01$$ and active > 0')).toEqual([]);

  await foldFigures(db.db);
  await fillMissingDays(db.db);
  expect(await wrongDays()).toEqual([]);
  expect(await plant(null, '2027-03-09', 1)).toEqual(['figure_days organization none, 2027-03-09']);

  // Nothing is missing, so nothing is done again.
  const before = await days('true');
  await fillMissingDays(db.db);
  expect(await days('true')).toEqual(before);
  expect(before.length).toBeGreaterThanOrEqual(3 * 366);
});

test('[CMP-01] what is recorded of the past changes the days that were worked out before', async () => {
  await moveTo(40 * 24 + 0.1);
  const [organization] = await createOrganizations(server.services, [{}]);
  const place = organization?.id ?? 0;
  await fillMissingDays(db.db);
  await storeStartedDays(db.db);
  const total = async () =>
    (await days(`organization_id = ${String(place)} and total > 0`)).map((row) => row['day']);
  expect(await total()).toEqual([]);
  const [person] = await createUsers(server.services, [{ organizationId: place }]);
  const [module = 0] = await createTextModules(server.services, 1);
  await run(sql`
    insert into training_assignments (user_id, module_id, assigned_date)
    values (${person?.id}, ${module}, app_now() - interval '3 days')`);
  await foldFigures(db.db);
  await fillMissingDays(db.db);
  // Brought in on 10 April, assigned on the 7th shortly after it began.
  expect(await total()).toEqual(['2027-04-08', '2027-04-09', '2027-04-10']);
  await run(sql`
    update training_assignments set status = 'completed', completed_at = app_now() - interval '2 days'
    where user_id = ${person?.id}`);
  await foldFigures(db.db);
  await fillMissingDays(db.db);
  const rows = await days(`organization_id = ${String(place)} and total > 0`);
  expect(rows.map((row) => Number(row['completed']))).toEqual([0, 1, 1]);
  await run(sql`
    update training_assignments set assigned_date = app_now() - interval '5 days' where user_id = ${person?.id}`);
  await foldFigures(db.db);
  await fillMissingDays(db.db);
  expect(await total()).toHaveLength(5);
  expect(await wrongDays()).toEqual([]);
});

test('[CMP-01] [AUD-04] what days were worked out from changes: they are worked out again, and never wrong in between', async () => {
  const [organization] = await createOrganizations(server.services, [{}]);
  const place = organization?.id ?? 0;
  const [person] = await createUsers(server.services, [{ organizationId: place }]);
  const [module = 0] = await createTextModules(server.services, 1);
  await run(sql`
    insert into training_assignments (user_id, module_id, assigned_date, due_date)
    values (${person?.id}, ${module}, app_now() - interval '30 days', today_in('UTC') - 20)`);
  const settle = async () => {
    expect(await wrongDays()).toEqual([]);
    await foldFigures(db.db);
    await fillMissingDays(db.db);
    expect(await wrongDays()).toEqual([]);
    const { rows } = await db.admin.query<{ n: number }>(
      'select count(*)::int as n from figure_days where organization_id = $1 and from_records and overdue_people > 0',
      [place],
    );
    return rows[0]?.n;
  };
  const late = await settle();
  expect(late).toBeGreaterThan(15);
  const change = (set: ReturnType<typeof sql>) =>
    run(sql`update training_assignments set ${set} where user_id = ${person?.id}`);
  await change(sql`due_date = today_in('UTC') - 10`);
  expect(await settle()).toBe(Number(late) - 10);
  await change(sql`is_required = false`);
  expect(await settle()).toBe(0);
  await change(sql`is_required = true`);
  expect(await settle()).toBe(Number(late) - 10);
  await change(sql`status = 'voided', voided_at = app_now() - interval '5 days'`);
  expect(await settle()).toBeLessThan(Number(late) - 10);
  await run(sql`update organizations set time_zone = 'Pacific/Auckland' where id = ${place}`);
  await settle();
});
