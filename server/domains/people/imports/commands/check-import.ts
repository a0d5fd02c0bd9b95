import { refuseMapping, type ColumnMapping } from '#shared/domain/people/import/fields.ts';
import type { ImportOptions } from '#shared/domain/people/import/plan-types.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { requirePlace } from '#server/domains/people/people.store.ts';
import { checkImportJob } from '../check-import.jobs.ts';
import { startCheck } from '../import-steps.ts';
import type { ImportView } from '../imports.store.ts';

/**
 * Starts the check of an import with a mapping and options (USR-06). NOT_FOUND, ILLEGAL_STEP, VALIDATION_FAILED at `mapping`
 * or the organization.
 */
export async function requestCheck(
  tx: CommandTransaction,
  id: number,
  { mapping, options }: { readonly mapping: ColumnMapping; readonly options: ImportOptions },
): Promise<ImportView> {
  await requirePlace(tx, { organizationId: options.organizationId, departmentId: null });
  return startCheck(
    tx,
    ['people', id],
    { mapping, options },
    (headings) => refuseMapping(mapping, headings),
    checkImportJob,
  );
}
