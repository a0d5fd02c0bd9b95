import fc from 'fast-check';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { faultsOf } from '#tests/harness/figure-faults.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createTextModules } from '#tests/harness/training-world.ts';
import { asFixture, createOrganizations, createUsers } from '#tests/harness/world.ts';
import { peopleOfMatrices } from '../matrix-people.queries.ts';
import { wrongMatrixFigures, wrongPersonMatrixFigures } from './check-figures.ts';
import { foldFigures } from './fold.ts';

let db: TestDatabase;
let server: TestServer;
let people: readonly { readonly id: string }[];
let organizations: readonly { readonly id: number }[];
let modules: readonly number[];
let matrices: readonly number[];

const run = (statement: RawBuilder<unknown>) =>
  asFixture(server.services, async (tx) => void (await statement.execute(tx.db)));

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  organizations = await createOrganizations(server.services, [
    { timeZone: 'Pacific/Kiritimati' },
    { timeZone: 'America/Los_Angeles' },
  ]);
  people = await createUsers(
    server.services,
    Array.from({ length: 6 }, (_, index) => ({
      organizationId: organizations[[0, 0, 0, 1, 2, 0][index] ?? 2]?.id ?? null,
    })),
  );
  modules = await createTextModules(server.services, 3);
  await run(sql`insert into training_matrices (name, organization_id) select 'Of ' || id, id from organizations
    where id = any(${organizations.map(({ id }) => id)}::int[])`);
  await run(sql`insert into training_matrices (name, organization_id, job_title)
    values ('Nurses', ${organizations[0]?.id}, 'nurse')`);
  await run(
    sql`insert into training_matrix (matrix_id, module_id) select id, (${[...modules]}::int[])[1 + id % 3] from training_matrices`,
  );
  const { rows } = await sql<{ id: number }>`select id from training_matrices order by id`.execute(db.db);
  matrices = rows.map(({ id }) => id);
});
afterEach(() => db.moveClock({}));
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** What cards show, counted plainly: independent of the statements that are tested. */
async function plainly(): Promise<unknown> {
  const { rows } = await sql`
    select m.id as matrix_id,
      (select count(*)::int from users u where u.erased_at is null and (
        exists (select from matrix_members x where x.matrix_id = m.id and x.user_id = u.id and x.removed_at is null)
        or m.archived_at is null and exists (
          select from training_assignments a where a.matrix_id = m.id and a.user_id = u.id and a.status <> 'voided'))) as people,
      (select count(*)::int from users u where u.erased_at is null
        and exists (select from matrix_members x where x.matrix_id = m.id and x.user_id = u.id and x.removed_at is null)) as members,
      (select count(*)::int from users u left join organizations o on o.id = u.organization_id where u.is_active and u.erased_at is null
        and (m.organization_id = u.organization_id and (m.job_title is null or lower(u.job_title) = m.job_title)
          or exists (select from matrix_members x where x.matrix_id = m.id and x.user_id = u.id and x.removed_at is null))
        and exists (select from training_matrix e join training_modules t on t.id = e.module_id
          where e.matrix_id = m.id and e.is_required and t.is_active and t.retired_at is null
            and (t.organization_id is null or t.organization_id = u.organization_id)
            and not exists (select from training_assignments a where a.user_id = u.id and a.module_id = t.id
              and (a.status in ('not_started', 'in_progress') or a.status = 'completed'
                and (a.next_renewal_date is null or a.next_renewal_date >= today_in(coalesce(o.time_zone, 'UTC')))))) ) as waiting
    from training_matrices m order by m.id`.execute(db.db);
  return rows;
}

async function expectExact(): Promise<void> {
  const cards = await peopleOfMatrices(db.db, wholeReach, matrices);
  const shown = [...cards]
    .toSorted(([one], [other]) => one - other)
    .map(([matrixId, { userCount, memberCount, notAssignedCount, users }]) => {
      expect(users).toHaveLength(userCount);
      return { matrixId, people: userCount, members: memberCount, waiting: notAssignedCount };
    });
  expect(shown).toEqual(await plainly());
  expect(await faultsOf(db.db, [wrongPersonMatrixFigures, wrongMatrixFigures])).toEqual([]);
}

const acts = {
  assign: (user: string, matrix: number, n: number) => sql`
    insert into training_assignments (user_id, module_id, matrix_id, cycle)
    select ${user}, m, ${matrix}, 1 + (select coalesce(max(cycle), 0) from training_assignments a where a.user_id = ${user} and a.module_id = m)
    from unnest(${modules.slice(n % 3)}::int[]) m on conflict do nothing`,
  complete: (user: string, _matrix: number, n: number) => sql`
    update training_assignments set status = 'completed', completed_at = app_now(), next_renewal_date = today_in('UTC') + ${n - 2}::int
    where user_id = ${user} and status = 'not_started'`,
  void: (user: string) => sql`
    update training_assignments set status = 'voided', voided_at = app_now() where user_id = ${user} and status <> 'voided'`,
  moveTraining: (user: string, matrix: number) =>
    sql`update training_assignments set matrix_id = ${matrix} where user_id = ${user}`,
  join: (user: string, matrix: number) => sql`
    insert into matrix_members (matrix_id, user_id) values (${matrix}, ${user}) on conflict do nothing`,
  leave: (user: string) => sql`
    update matrix_members set removed_at = app_now() where user_id = ${user} and removed_at is null`,
  movePerson: (user: string, _matrix: number, n: number) =>
    sql`update users set organization_id = ${organizations[n % 3]?.id ?? null} where id = ${user}`,
  jobTitle: (user: string, _matrix: number, n: number) =>
    sql`update users set job_title = ${n % 3 > 0 ? 'Nurse' : 'Cook'} where id = ${user}`,
  switchActive: (user: string) => sql`update users set is_active = not is_active where id = ${user}`,
  require: (_user: string, matrix: number) => sql`
    update training_matrix set is_required = not is_required where matrix_id = ${matrix}`,
  removeEntry: (_user: string, matrix: number, n: number) => sql`
    delete from training_matrix where matrix_id = ${matrix} and module_id = ${modules[n % 3]}`,
  addEntry: (_user: string, matrix: number, n: number) => sql`
    insert into training_matrix (matrix_id, module_id) values (${matrix}, ${modules[n % 3]}) on conflict do nothing`,
  switchModule: (_user: string, _matrix: number, n: number) =>
    sql`update training_modules set is_active = not is_active where id = ${modules[n % 3]}`,
  moveMatrix: (_user: string, matrix: number, n: number) =>
    sql`update training_matrices set organization_id = ${organizations[n % 2]?.id} where id = ${matrix}`,
  archive: (_user: string, matrix: number) => sql`
    update training_matrices set archived_at = case when archived_at is null then app_now() end where id = ${matrix}`,
} as const;
const names = Object.keys(acts) as (keyof typeof acts)[];

const steps = fc.array(
  fc.record({
    what: fc.constantFrom(
      ...names,
      'jobTitle',
      'addEntry',
      'require',
      'switchModule',
      'fold',
      'fold',
      'wait',
    ),
    who: fc.nat({ max: 5 }),
    number: fc.nat({ max: 5 }),
  }),
  { minLength: 40, maxLength: 50 },
);

test('[MTX-01] [PERF-03] cards of matrices show what a plain count gives after every change, with folds and without', async () => {
  let days = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      for (const { what, who, number } of list) {
        if (what === 'fold') await foldFigures(server.services.db, { atOnce: 1 + number });
        else if (what === 'wait') await db.moveClock({ days: (days += 1) });
        else await run(acts[what](people[who]?.id ?? '', matrices[number % matrices.length] ?? 0, number));
        await expectExact();
      }
      await foldFigures(server.services.db);
      await expectExact();
      const { rows } = await db.admin.query(
        'select 1 from figure_changes union all select 1 from matrix_changes',
      );
      expect(rows).toEqual([]);
    }),
    { numRuns: 10, endOnFailure: true },
  );
});
