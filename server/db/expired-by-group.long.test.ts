import { expect, inject, test } from 'vitest';
import { migrateToLatest } from '#server/db/migrate.ts';
import { migrationNames, migrationsUpTo } from '#server/db/migrations/index.ts';
import { wrongGroupFigures } from '#server/domains/assignments/index.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { faultsOf } from '#tests/harness/figure-faults.ts';

const migration = '0120-expired-by-group';

/** People as a fold left them: place, role, active, expired modules. */
const people = [
  ['both', 1, 10, 'learner', true, 2],
  ['second', 1, 10, 'learner', true, 3],
  ['inactive', 1, 10, 'learner', false, 50],
  ['manager', 1, 10, 'manager', true, 5],
  ['no department', 1, null, 'learner', true, 7],
  ['elsewhere', 2, 20, 'learner', true, 0],
  ['left', 2, 21, 'learner', false, 11],
  ['no organization', null, null, 'learner', true, 13],
  ['admin', null, null, 'admin', true, 0],
] as const;

test('[CMP-03] [OPS-05] groups counted by a former version get the expired modules of their active people', async () => {
  const database = await createTestDatabase({ empty: true });
  const role = { name: inject('database').appRole };
  try {
    // As the former version left it.
    const former = migrationsUpTo(migrationNames.slice(0, migrationNames.indexOf(migration)));
    await migrateToLatest(database.adminUrl, role, { migrations: former ?? {} });
    await database.admin.query('begin; set local session_replication_role = replica');
    for (const person of people)
      await database.admin.query(
        `insert into person_figures (user_id, organization_id, department_id, role, is_active, has_signed_in, total, completed,
           in_progress, not_started, overdue, expired, completions, required, required_open, required_late, is_due, completion_seconds)
         values ($1, $2, $3, $4, $5, true, $6, 0, 0, 0, 0, $6, 0, 0, 0, 0, false, 0)`,
        [...person],
      );
    await database.admin.query(
      `insert into group_figures (organization_id, department_id, role, people, active, overdue_people, on_track, complete,
         never_signed_in, due_people, total, completed, overdue, completions, completion_seconds)
       select organization_id, department_id, role, count(*), count(*) filter (where is_active), 0, 0, 0, 0, 0,
         coalesce(sum(total) filter (where is_active), 0), 0, 0, 0, 0
       from person_figures group by 1, 2, 3`,
    );
    await database.admin.query('commit');

    expect(await migrateToLatest(database.adminUrl, role)).toContain(migration);

    const { rows } = await database.admin.query<{ place: string; expired: string }>(
      `select concat_ws(' ', organization_id, department_id, role) as place, expired from group_figures order by 1`,
    );
    expect(Object.fromEntries(rows.map(({ place, expired }) => [place, Number(expired)]))).toEqual({
      '1 10 learner': 5,
      '1 10 manager': 5,
      '1 learner': 7,
      '2 20 learner': 0,
      '2 21 learner': 0,
      admin: 0,
      learner: 13,
    });
    // What `verify` compares with the people finds the sums as a fold would have written them.
    expect(await faultsOf(database.db, [wrongGroupFigures])).toEqual([]);
  } finally {
    await database.drop();
  }
});
