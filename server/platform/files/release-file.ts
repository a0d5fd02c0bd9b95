import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { fileLock } from '#server/platform/files/file-records.ts';

/**
 * Deletes the row of a file that nothing refers to any more, with the PDF that was made from it (MOD-09). It is for files that
 * must not outlive their purpose, such as a person's picture (USR-08). The next cleaning of the store deletes the bytes. Returns
 * whether the row was deleted. The foreign keys decide, so that any other record with the same bytes keeps them.
 */
export async function releaseFile(tx: CommandTransaction, fileId: number): Promise<boolean> {
  const { rows } = await sql<{ sha256: string }>`select sha256 from files where id = ${fileId}`.execute(
    tx.db,
  );
  const [file] = rows;
  if (!file) throw new AppError('NOT_FOUND');
  // Locks the file, so that nobody registers the same bytes between the check and the deletion.
  await sql`select pg_advisory_xact_lock(${fileLock(file.sha256)})`.execute(tx.db);
  await sql`savepoint release_file`.execute(tx.db);
  try {
    await tx.db.deleteFrom('fileChecks').where('fileId', '=', fileId).execute();
    const made = await tx.db
      .deleteFrom('fileConversions')
      .where('fileId', '=', fileId)
      .returning('pdfId')
      .executeTakeFirst();
    await tx.db.deleteFrom('files').where('id', '=', fileId).execute();
    await sql`release savepoint release_file`.execute(tx.db);
    if (made?.pdfId != null) await releaseFile(tx, made.pdfId);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error;
    await sql`rollback to savepoint release_file`.execute(tx.db);
    return false;
  }
}
