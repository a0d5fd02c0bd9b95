import { afterAll, beforeAll, expect, test } from 'vitest';
import { noReach, wholeReach } from '#shared/domain/access/permissions.ts';
import { foldFigures } from '#server/domains/assignments/figures/fold.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { effortOf, fillInBulk } from '#tests/harness/plan-effort.ts';
import { countRowsUpTo } from '../exports/export-table.ts';
import { countModulePeople } from './module-people.queries.ts';

const people = 2000;
const modules = [1, 2, 3, 4];
/** Rows that may be looked at for each person: 9 with the maintained facts, and 25 when all trainings are read. */
const mostForPerson = 12;
/** Rows that may be looked at for a team of forty: 26,000 where those of everybody are. */
const mostForTeam = 4000;

let database: TestDatabase;

const number = `substring(u.id from 3)::int`;

/**
 * One organization whose people have two of three modules or none, in several versions and states, some with a renewal or voided; the
 * fourth module has no version. A matrix requires the first two, and each twentieth person is inactive.
 */
beforeAll(async () => {
  database = await createTestDatabase();
  await fillInBulk(database, [
    `insert into organizations (id, name, slug) overriding system value values (1, 'Site', 'site')`,
    `insert into training_modules (id, title, description, content_type)
     overriding system value select n, 'Module ' || n, '', 'text' from generate_series(1, 4) n`,
    `insert into users (id, email, first_name, last_name, organization_id, job_title, is_active)
     select 'u_' || lpad(n::text, 5, '0'), 'person' || n || '@plan.example', 'First', 'Last' || n, 1, 'Nurse', n % 20 <> 0
     from generate_series(1, ${String(people)}) n`,
    `update users set manager_id = case when id < 'u_00020' then 'u_00001' else 'u_00002' end where id between 'u_00002' and 'u_00040'`,
    `insert into module_versions (module_id, number, status, content_hash, published_at, effective_from)
     select m.id, v, 'published', repeat('0', 64), app_now(), current_date
     from training_modules m cross join generate_series(1, 3) v where m.id < 4`,
    `update training_modules m set current_version_id = (select max(id) from module_versions v where v.module_id = m.id)`,
    `insert into training_assignments (user_id, module_id, module_version_id, cycle, status, started_at, completed_at, voided_at, due_date, next_renewal_date)
     select u.id, m.id, m.current_version_id - (${number} / 4 + m.id) % 3, c.cycle, s.status,
       case when s.status <> 'not_started' then app_now() end,
       case when s.status = 'completed' then app_now() - interval '100 days' end, case when s.status = 'voided' then app_now() end, current_date + ${number} * 7 % 200 - 40,
       case when s.status = 'completed' and ${number} % 3 > 0 then current_date - 60 + ${number} * 7 % 400 end
     from users u cross join training_modules m cross join generate_series(1, 2) c (cycle)
     cross join lateral (
       select (array['not_started', 'in_progress', 'completed', 'completed', 'voided'])[1 + (${number} + m.id * 3 + 5 - c.cycle) % 5] as status
     ) s
     where (${number} + m.id) % 3 > 0 and (c.cycle = 1 or ${number} % 4 = 0 and (${number} + m.id * 3) % 5 <> 2)`,
    `insert into training_matrices (id, name, organization_id, job_title) overriding system value values (1, 'Matrix', 1, 'nurse')`,
    `insert into training_matrix (matrix_id, module_id, days_to_due) values (1, 1, 30), (1, 2, 30)`,
    `insert into figure_changes (user_id) select id from users`,
  ]);
  await foldFigures(database.db);
  await database.admin.query('vacuum analyze');
});
afterAll(() => database.drop());

/** Everybody is in the one organization: its figures are counted, and those of all are the maintained ones. */
const kept = (moduleId: number, db = database.db) =>
  countModulePeople(db, { reach: wholeReach, org: 'all', moduleId });
const counted = (moduleId: number, db = database.db) =>
  countModulePeople(db, { reach: wholeReach, org: 1, moduleId });

async function expectTheSame(): Promise<void> {
  for (const id of modules) expect(await kept(id)).toEqual(await counted(id));
}

test('[MTX-09] [PERF-03] the maintained groups of a module are those that its trainings give, also before changes are folded', async () => {
  await expectTheSame();
  const { groups } = await kept(1);
  expect(new Set(groups.map(({ status }) => status)).size).toBe(6);
  expect(new Set(groups.map(({ version }) => version))).toEqual(new Set([2, 3, null]));
  const changed = `where substring(user_id from 3)::int % 7 = 0`;
  await fillInBulk(database, [
    `update training_assignments set status = 'voided', voided_at = app_now() ${changed} and module_id = 1 and status <> 'in_progress'`,
    `update training_assignments set due_date = current_date - 1 ${changed} and module_id = 2 and status = 'not_started'`,
    `update users set is_active = not is_active where substring(id from 3)::int % 11 = 0`,
    `insert into figure_changes (user_id) select id from users where substring(id from 3)::int % 7 = 0 or substring(id from 3)::int % 11 = 0`,
  ]);
  await expectTheSame();
  await foldFigures(database.db);
  await expectTheSame();
});

test('[MTX-09] [PERF-03] the groups of a module are counted from its maintained facts', async () => {
  const { rows } = await effortOf(database, (db) => kept(3, db));
  expect(rows / people).toBeLessThan(mostForPerson);
});

test('[RPT-03] [PERF-03] trainings of a team are counted from the facts of its people, also before changes are folded', async () => {
  const team = { reach: { ...noReach, self: 'u_00001', reportsOf: 'u_00001' }, org: 'all' } as const;
  const expectTheSameCounts = async () => {
    for (const moduleId of modules) {
      const { groups } = await countModulePeople(database.db, { ...team, moduleId });
      for (const status of new Set(groups.map((group) => group.status)))
        expect(await countRowsUpTo(database.db, 'training', { ...team, moduleId, status }, people)).toEqual({
          rows: groups.reduce((sum, group) => sum + (group.status === status ? group.people : 0), 0),
          more: false,
        });
    }
  };
  await expectTheSameCounts();
  await fillInBulk(database, [
    `update training_assignments set status = 'voided', voided_at = app_now() where user_id between 'u_00030' and 'u_00050'`,
    `insert into figure_changes (user_id) select id from users where id between 'u_00030' and 'u_00050'`,
  ]);
  await expectTheSameCounts();
  await foldFigures(database.db);
  await expectTheSameCounts();
  await database.admin.query('vacuum analyze');
  const { rows } = await effortOf(database, (db) =>
    countRowsUpTo(db, 'training', { ...team, moduleId: 1 }, people),
  );
  expect(rows).toBeLessThan(mostForTeam);
});
