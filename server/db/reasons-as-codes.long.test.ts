import { expect, inject, test } from 'vitest';
import { migrateToLatest } from '#server/db/migrate.ts';
import { migrationNames, migrationsUpTo } from '#server/db/migrations/index.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const migration = '0175-problems-as-codes';

test('[SHELL-09] [OPS-05] stored sentences of the product become codes, words of people stay', async () => {
  const database = await createTestDatabase({ empty: true });
  const role = { name: inject('database').appRole };
  try {
    const former = migrationsUpTo(migrationNames.slice(0, migrationNames.indexOf(migration)));
    await migrateToLatest(database.adminUrl, role, { migrations: former ?? {} });
    await database.admin.query('begin; set local session_replication_role = replica');
    for (const reason of [
      'No training matrix of the person requires it any more.',
      'The module was removed from the training matrix.',
      'The module was retired.',
      'Assigned twice',
      null,
    ])
      await database.admin.query(
        `insert into training_assignments (user_id, module_id, module_version_id, cycle, status, voided_at, voided_reason)
         values ('u', 1, 1, (select count(*) + 1 from training_assignments), 'voided', app_now(), $1)`,
        [reason],
      );
    for (const problem of [
      'The account that requested this no longer has access to it.',
      'The export could not be written. Try again.',
      'A sentence of a former version',
      null,
    ])
      await database.admin.query(
        `insert into exports (kind, format, requested_by, state, problem) values ('people', 'csv', 'u', 'failed', $1)`,
        [problem],
      );
    for (const reason of ['The training was withdrawn.', 'The module was retired.', 'Wrong person'])
      await database.admin.query(
        `insert into certificates (number, code, training_record_id, revoked_at, revoked_reason)
         values ($1, md5($1), (select count(*) + 1 from certificates), app_now(), $1)`,
        [reason],
      );
    await database.admin.query('commit');

    expect(await migrateToLatest(database.adminUrl, role)).toContain(migration);

    const read = async (statement: string): Promise<readonly unknown[]> =>
      (await database.admin.query<{ row: unknown }>(statement)).rows.map(({ row }) => row);
    expect(
      await read('select array[voided_code, voided_reason] as row from training_assignments order by cycle'),
    ).toEqual([
      ['matrix_no_longer_requires', null],
      ['removed_from_matrix', null],
      ['module_was_retired', null],
      [null, 'Assigned twice'],
      [null, null],
    ]);
    expect(await read('select problem as row from exports order by id')).toEqual([
      'access_lost',
      'export_stopped',
      'export_stopped',
      null,
    ]);
    expect(
      await read('select array[revoked_code, revoked_reason] as row from certificates order by id'),
    ).toEqual([
      ['training_withdrawn', null],
      ['module_was_retired', null],
      [null, 'Wrong person'],
    ]);
  } finally {
    await database.drop();
  }
});
