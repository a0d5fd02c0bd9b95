import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { refusePastMapping } from '#shared/domain/assignments/past/fields.ts';
import { importViewOf, lockImportOf, type ImportSubjects } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { checkPastJob } from '../check-past.jobs.ts';

type Completions = ImportSubjects['completions'];

/**
 * Starts the check of an import of past completions with a mapping and options (USR-09). NOT_FOUND, ILLEGAL_STEP,
 * VALIDATION_FAILED at `mapping`.
 */
export async function requestPastCheck(
  tx: CommandTransaction,
  id: number,
  { mapping, options }: Pick<Completions, 'mapping' | 'options'>,
): Promise<Completions['view']> {
  const found = await lockImportOf(tx, 'completions', id, ['uploaded', 'checked']);
  const reason = refusePastMapping(mapping, found.headings);
  if (reason !== null) throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'mapping', reason }] });
  await tx.db
    .updateTable('peopleImports')
    .set({
      state: 'checking',
      mapping: JSON.stringify(mapping),
      options: JSON.stringify(options),
      figures: null,
      planHash: null,
      changedSince: false,
      checkedAt: null,
    })
    .where('id', '=', id)
    .execute();
  await sql`delete from people_import_progress where import_id = ${id}`.execute(tx.db);
  await tx.services.jobs.enqueue(tx.db, checkPastJob, [{ importId: id }]);
  return importViewOf(tx.db, 'completions', id);
}
