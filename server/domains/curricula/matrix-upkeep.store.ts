import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { lockMatrix, nameTaken, organizationOfDepartment, type StoredMatrix } from './curricula.store.ts';

/** Locks a matrix for a change and reads it; NOT_FOUND, also when it was removed. */
export async function lockedMatrix(
  tx: CommandTransaction,
  matrixId: number,
): Promise<StoredMatrix & { readonly revision: number }> {
  await lockMatrix(tx, matrixId, 'change');
  return tx.db
    .selectFrom('trainingMatrices')
    .select(['id', 'name', 'organizationId', 'departmentId', 'jobTitle', 'revision'])
    .where('id', '=', matrixId)
    .executeTakeFirstOrThrow();
}

/** Changes the name and place of a matrix (MTX-02); DUPLICATE at `name` if the organization already has this name. */
export async function updateMatrix(
  tx: CommandTransaction,
  matrixId: number,
  values: Pick<StoredMatrix, 'name' | 'departmentId' | 'jobTitle'>,
): Promise<void> {
  const { rows } = await sql`
    select 1 from training_matrices m join training_matrices o on o.id <> m.id and o.archived_at is null
      and o.organization_id is not distinct from m.organization_id and lower(o.name) = lower(${values.name})
    where m.id = ${matrixId}
  `.execute(tx.db);
  if (rows.length > 0) throw nameTaken('name');
  await tx.db.updateTable('trainingMatrices').set(values).where('id', '=', matrixId).execute();
}

/** Refuses a department that is not of the organization of a matrix: VALIDATION_FAILED at `departmentId`. */
export async function departmentOfOrganization(
  db: Kysely<DB>,
  departmentId: number,
  organizationId: number | null,
): Promise<void> {
  const department = await organizationOfDepartment(db, departmentId);
  if (department.organizationId === organizationId) return;
  const reason = 'department_elsewhere';
  throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'departmentId', reason }] });
}

/** Deletes an emptied matrix without references; archives one by which people were assigned or members. */
export async function archiveMatrix(
  tx: CommandTransaction,
  matrixId: number,
): Promise<'deleted' | 'archived'> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from training_assignments where matrix_id = ${matrixId})
      or exists (select 1 from matrix_members where matrix_id = ${matrixId}) as used
  `.execute(tx.db);
  if (rows[0]?.used === false) {
    await tx.db.deleteFrom('trainingMatrices').where('id', '=', matrixId).execute();
    return 'deleted';
  }
  await sql`update training_matrices set archived_at = app_now() where id = ${matrixId}`.execute(tx.db);
  return 'archived';
}

/** An entry as commands need it (MTX-02). */
interface StoredEntry {
  readonly id: number;
  readonly matrixId: number;
  readonly moduleId: number;
  readonly isRequired: boolean;
  readonly daysToDue: number;
  readonly renewalPeriod: number | null;
  readonly renewalWindow: number;
  readonly revision: number;
}

/** Returns an entry with its matrix; NOT_FOUND. */
export async function findEntry(db: Kysely<DB>, entryId: number): Promise<StoredEntry> {
  const row = await db
    .selectFrom('trainingMatrix')
    .select([
      'id',
      'matrixId',
      'moduleId',
      'isRequired',
      'daysToDue',
      'renewalPeriod',
      'renewalWindow',
      'revision',
    ])
    .where('id', '=', entryId)
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Removes an entry from its matrix; NOT_FOUND if another command was faster. */
export async function deleteEntry(tx: CommandTransaction, entryId: number): Promise<void> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('trainingMatrix')
    .where('id', '=', entryId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('NOT_FOUND');
}

/** Changes how an entry demands its module (MTX-02). */
export async function updateEntry(
  tx: CommandTransaction,
  entryId: number,
  values: Pick<StoredEntry, 'isRequired' | 'daysToDue' | 'renewalPeriod' | 'renewalWindow'>,
): Promise<void> {
  await tx.db.updateTable('trainingMatrix').set(values).where('id', '=', entryId).execute();
}
