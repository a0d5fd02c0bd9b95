import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { refuseMapping, type ColumnMapping } from '#shared/domain/people/import/fields.ts';
import type { ImportOptions } from '#shared/domain/people/import/plan-types.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { requirePlace } from '#server/domains/people/people.store.ts';
import { checkImportJob } from '../check-import.jobs.ts';
import { importView, lockImport, type ImportView } from '../imports.store.ts';

/**
 * Starts the check of an import with a mapping and options (USR-06). NOT_FOUND, ILLEGAL_STEP, VALIDATION_FAILED at `mapping`
 * or the organization.
 */
export async function requestCheck(
  tx: CommandTransaction,
  id: number,
  { mapping, options }: { readonly mapping: ColumnMapping; readonly options: ImportOptions },
): Promise<ImportView> {
  const found = await lockImport(tx, id, ['uploaded', 'checked']);
  const reason = refuseMapping(mapping, found.headings);
  if (reason !== null) throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'mapping', reason }] });
  await requirePlace(tx, { organizationId: options.organizationId, departmentId: null });
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
  await tx.services.jobs.enqueue(tx.db, checkImportJob, [{ importId: id }]);
  return importView(tx.db, id);
}
