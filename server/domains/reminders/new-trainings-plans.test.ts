import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DB } from '#server/db/db.d.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { requiredOf } from './new-trainings.store.ts';

const people = 4000;
const notices = 2 * people;
/** Rows and blocks that a statement may touch for each notice: some of each relation that it joins, whatever the number. */
const mostForOne = 60;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A step of a plan, as EXPLAIN shows it. */
interface Step {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly Plans?: readonly Step[];
}

const rowsIn = (step: Step): number =>
  step['Actual Loops'] *
    (step['Actual Rows'] +
      (step['Rows Removed by Filter'] ?? 0) +
      (step['Rows Removed by Join Filter'] ?? 0)) +
  (step.Plans ?? []).reduce((sum, part) => sum + rowsIn(part), 0);

test('[NOT-04] [PERF-03] the email about new trainings of thousands of people looks at each once, though the statistics know of none', async () => {
  const client = await database.admin.connect();
  try {
    const run = (text: string, values: unknown[] = []) => client.query(text, values);
    const assign = (from: number, to: number) =>
      run(
        `with made as (
           insert into training_assignments (user_id, module_id)
           select 'u_' || n, m.id from generate_series($1::int, $2::int) n cross join training_modules m returning id
         ) insert into assignment_notices (assignment_id) select id from made`,
        [from, to],
      );
    await run('set session_replication_role = replica');
    await run(`insert into organizations (name, slug) values ('Site', 'site')`);
    await run(
      `insert into training_modules (title, description, content_type) values ('One', '', 'text'), ('Two', '', 'text')`,
    );
    const addPeople = (from: number, to: number) =>
      run(
        `insert into users (id, email, last_name, organization_id)
         select 'u_' || n, 'person' || n || '@plan.example', 'Last' || n, (select min(id) from organizations)
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    await addPeople(0, 0);
    await assign(0, 0);
    await run(`update assignment_notices set told_at = app_now(), told_on = current_date`);
    // The statistics of an evening on which everything was told, before many people are brought in.
    await run('analyze');
    await run('begin');
    await addPeople(1, people);
    await assign(1, people);
    const ids = Array.from({ length: people }, (_, index) => `u_${String(index + 1)}`);
    const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: database.admin }) });
    const { sql, parameters } = requiredOf(ids).compile(db);
    const { rows } = await run(`explain (analyze, timing off, buffers, format json) ${sql}`, [...parameters]);
    const [explained] = rows as { 'QUERY PLAN': [{ Plan: Step }] }[];
    const plan = explained?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('there is no plan');
    const told = await run(`select count(*)::int as told from assignment_notices where told_at is not null`);
    expect(told.rows).toEqual([{ told: notices + 2 }]);
    expect(rowsIn(plan) / notices).toBeLessThan(mostForOne);
    expect(plan['Shared Hit Blocks'] / notices).toBeLessThan(mostForOne);
    await run('rollback');
  } finally {
    client.release();
  }
});
