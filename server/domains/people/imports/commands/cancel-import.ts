import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { endImport, importView, lockImport, type ImportView } from '../imports.store.ts';

/** Cancels an import that has not ended (USR-06). One that is being carried out is undone as a whole. NOT_FOUND, ILLEGAL_STEP. */
export async function cancelImport(tx: CommandTransaction, id: number): Promise<ImportView> {
  await lockImport(tx, id, ['uploaded', 'checking', 'checked', 'importing']);
  await endImport(tx, id, 'cancelled');
  return importView(tx.db, id);
}
