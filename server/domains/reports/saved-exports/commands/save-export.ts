import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { MAX_SAVED_EXPORTS } from '#shared/domain/reports/export-schedule.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { countSaved, lockOwn, type ExportDefinition } from '../saved-exports.store.ts';

/** The saved fields: the name, the definition of the export, and the present reach of its owner. */
export interface SavedDefinition extends ExportDefinition {
  readonly name: string;
  readonly reach: Reach;
}

/** Saves an export under a name (RPT-03). VALIDATION_FAILED at `name`. */
export async function createSavedExport(
  tx: CommandTransaction,
  ownerId: string,
  definition: SavedDefinition,
): Promise<{ readonly id: number }> {
  const { name, dataSet, format, columns, filters, reach } = definition;
  await requireName(tx, ownerId, name);
  if ((await countSaved(tx.db, ownerId)).saved >= MAX_SAVED_EXPORTS)
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ path: 'name', reason: 'saved_export_too_many', params: { maximum: MAX_SAVED_EXPORTS } }],
    });
  const { rows } = await sql<{ id: number }>`
    insert into saved_exports (owner_id, name, kind, format, columns, filters, reach)
    values (${ownerId}, ${name}, ${dataSet}, ${format}, ${[...columns]}, ${JSON.stringify(filters)}, ${JSON.stringify(reach)})
    returning id`.execute(tx.db);
  const [made] = rows;
  if (!made) throw new Error('the saved export was not kept');
  return made;
}

/** Changes the name and the definition; its schedule stays (RPT-03). NOT_FOUND for another person's export, VALIDATION_FAILED at `name`. */
export async function changeSavedExport(
  tx: CommandTransaction,
  ownerId: string,
  id: number,
  { name, dataSet, format, columns, filters, reach }: SavedDefinition,
): Promise<{ readonly id: number }> {
  await requireName(tx, ownerId, name, id);
  await lockOwn(tx.db, ownerId, id);
  await sql`
    update saved_exports set name = ${name}, kind = ${dataSet}, format = ${format}, columns = ${[...columns]},
      filters = ${JSON.stringify(filters)}, reach = ${JSON.stringify(reach)}
    where id = ${id}`.execute(tx.db);
  return { id };
}

/** Changes the name alone (RPT-03). NOT_FOUND for another person's export, VALIDATION_FAILED at `name`. */
export async function renameSavedExport(
  tx: CommandTransaction,
  ownerId: string,
  id: number,
  name: string,
): Promise<{ readonly id: number }> {
  await requireName(tx, ownerId, name, id);
  await lockOwn(tx.db, ownerId, id);
  await sql`update saved_exports set name = ${name} where id = ${id}`.execute(tx.db);
  return { id };
}

/**
 * Deletes a saved export with its schedule (RPT-03); its finished exports stay in the list of the owner. NOT_FOUND for
 * another person's export.
 */
export async function deleteSavedExport(
  tx: CommandTransaction,
  ownerId: string,
  id: number,
): Promise<{ readonly id: number }> {
  await lockOwn(tx.db, ownerId, id);
  await sql`update exports set saved_export_id = null where saved_export_id = ${id}`.execute(tx.db);
  await sql`delete from saved_exports where id = ${id}`.execute(tx.db);
  return { id };
}

/** Locks the person, so that two tabs do not save the same name. */
async function requireName(tx: CommandTransaction, ownerId: string, name: string, id = 0): Promise<void> {
  await sql`select from users where id = ${ownerId} for update`.execute(tx.db);
  const { rows } = await sql`
    select from saved_exports where owner_id = ${ownerId} and lower(name) = lower(${name}) and id <> ${id}`.execute(
    tx.db,
  );
  if (rows.length > 0)
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ path: 'name', reason: 'saved_export_name_taken' }],
    });
}
