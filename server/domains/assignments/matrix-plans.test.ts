import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { effortOf, fillInBulk } from '#tests/harness/plan-effort.ts';
import { foldFigures } from './figures/fold.ts';
import { readSummary } from './matrix-overview.queries.ts';
import { listPeopleOfMatrices, peopleOfMatrices } from './matrix-people.queries.ts';

const people = 3000;
const matrices = 6;
/** Rows that may be looked at for each person of the list of one matrix. */
const mostForList = 10;
/** Rows that may be looked at whatever the number of people: the sums, and the names and the page, which are read along an index. */
const [mostForCards, mostForEverybody, mostForSummary] = [9000, 9000, 4000];

let database: TestDatabase;

/** Six organizations with a matrix of twenty modules each; everybody has 25 of fifty modules, some of them of the matrix. */
beforeAll(async () => {
  database = await createTestDatabase();
  await fillInBulk(database, [
    `insert into organizations (name, slug) select 'Site ' || n, 'site-' || n from generate_series(1, ${String(matrices)}) n`,
    `insert into training_modules (title, description, content_type) select 'Module ' || n, '', 'text' from generate_series(1, 50) n`,
    `insert into users (id, email, first_name, last_name, organization_id, job_title)
       select 'u_' || n, 'person' || n || '@plan.example', 'First', 'Last' || n, 1 + n % ${String(matrices)}, 'Nurse'
       from generate_series(1, ${String(people)}) n`,
    `insert into training_matrices (name, organization_id, job_title) select 'Matrix ' || id, id, 'nurse' from organizations`,
    `insert into training_matrix (matrix_id, module_id, days_to_due)
       select m.id, t.id, 30 from training_matrices m join training_modules t on t.id between m.id * 5 and m.id * 5 + 19`,
    `insert into training_assignments (user_id, module_id, matrix_id)
       select u.id, t.id, u.organization_id from users u cross join training_modules t where (t.id + length(u.id)) % 2 = 0`,
    'select recount_people()',
    'insert into figure_changes (user_id) select id from users',
  ]);
  await foldFigures(database.db);
  await database.admin.query('vacuum analyze');
});
afterAll(() => database.drop());

test('[MTX-06] [PERF-03] who waits in a matrix is found from maintained sums, not by looking at each person', async () => {
  const { rows } = await effortOf(database, async (db) => {
    const cards = await peopleOfMatrices(db, wholeReach, [1, 2, 3, 4, 5, 6]);
    expect([...cards.values()].map(({ notAssignedCount }) => notAssignedCount)).toEqual(
      Array.from({ length: matrices }, () => people / matrices),
    );
  });
  expect(rows).toBeLessThan(mostForCards);
});

test('[MTX-01] [PERF-03] the people who wait in one matrix are not compared with the other matrices', async () => {
  const { rows } = await effortOf(database, async (db) => {
    const page = await listPeopleOfMatrices(db, { group: 'waiting', matrixId: 1, limit: 25, offset: 0 });
    expect(page.rows).toHaveLength(25);
  });
  expect(rows / people).toBeLessThan(mostForList);
});

test('[MTX-01] [PERF-03] of everybody to whom matrices are assigned only the page is put in order', async () => {
  const { rows } = await effortOf(database, async (db) => {
    const page = await listPeopleOfMatrices(db, { group: 'assigned', limit: 25, offset: 50 });
    expect(page.total).toBe(people);
    expect(page.rows).toHaveLength(25);
    expect(page.rows[0]?.lastName).toBe('Last1043');
  });
  expect(rows).toBeLessThan(mostForEverybody);
});

test('[MTX-01] [PERF-03] the summary of matrices reads the names of its cards along an index', async () => {
  const { rows } = await effortOf(database, async (db) => {
    const summary = await readSummary(db);
    expect(summary.assignedTemplates).toBe(people);
    expect(summary.templates.slice(0, 3).map(({ lastName }) => lastName)).toEqual([
      'Last1',
      'Last10',
      'Last100',
    ]);
  });
  expect(rows).toBeLessThan(mostForSummary);
});
