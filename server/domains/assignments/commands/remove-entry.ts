import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { curriculaEvent, deleteEntry, findEntry, lockMatrix } from '#server/domains/curricula/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { demandOnPeople, lockPeople } from '../plan.ts';
import { markNoLongerRequired, voidAssignments } from '../withdraw.ts';

/** What removing an entry takes from people (MTX-06). */
export interface RemovalEffect {
  readonly voided: number;
  readonly noLongerRequired: number;
}

interface Affected {
  readonly id: number;
  readonly userId: string;
  readonly status: string;
}

/** Open assignments that this matrix made of the module and that no other matrix of the person has. */
function affectedBy(matrixId: number, moduleId: number, userIds: readonly string[]): RawBuilder<Affected> {
  return sql<Affected>`
    select a.id, a.user_id, a.status from training_assignments a
    where a.matrix_id = ${matrixId} and a.module_id = ${moduleId} and a.user_id = any(${[...userIds]}::text[])
      and a.status in ('not_started', 'in_progress') and a.assignment_type in ('matrix', 'renewal')
      and not exists (
        select 1 from (${demandOnPeople(userIds)}) d
        where d.user_id = a.user_id and d.module_id = a.module_id and d.matrix_id <> ${matrixId})
    order by a.id`;
}

async function holdersOf(db: Kysely<DB>, matrixId: number, moduleId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from training_assignments
    where matrix_id = ${matrixId} and module_id = ${moduleId} and status in ('not_started', 'in_progress')
    order by user_id
  `.execute(db);
  return rows.map((row) => row.userId);
}

/** What removing an entry would do; nothing is written. NOT_FOUND. */
export async function previewEntryRemoval(db: Kysely<DB>, entryId: number) {
  const entry = await findEntry(db, entryId);
  const people = await holdersOf(db, entry.matrixId, entry.moduleId);
  const { rows } = await affectedBy(entry.matrixId, entry.moduleId, people).execute(db);
  return { ...entry, preview: true, ...count(rows) };
}

const count = (rows: readonly Affected[]): RemovalEffect => ({
  voided: rows.filter((row) => row.status === 'not_started').length,
  noLongerRequired: rows.filter((row) => row.status === 'in_progress').length,
});

/** Takes a module out of a matrix: not started assignments that nothing else requires are voided, started ones marked (MTX-06). */
export async function removeEntry(tx: CommandTransaction, entryId: number) {
  const entry = await findEntry(tx.db, entryId);
  await lockMatrix(tx, entry.matrixId, 'change');
  const people = await holdersOf(tx.db, entry.matrixId, entry.moduleId);
  await lockPeople(tx, people);
  const { rows } = await affectedBy(entry.matrixId, entry.moduleId, people).execute(tx.db);
  await deleteEntry(tx, entryId);
  await voidAssignments(
    tx,
    rows.filter((row) => row.status === 'not_started').map((row) => row.id),
    'The module was removed from the training matrix.',
  );
  await markNoLongerRequired(
    tx,
    rows.filter((row) => row.status === 'in_progress').map((row) => row.id),
  );
  tx.emit(
    curriculaEvent({ type: 'matrix.module_removed', matrixId: entry.matrixId, moduleId: entry.moduleId }),
  );
  return { ...entry, preview: false, ...count(rows) };
}
