import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { hintBell } from '../notifications.store.ts';

/** Marks a notification of the person as read (SPEC §4, NOT-01) and informs their other pages. NOT_FOUND for those of others. */
export async function markRead(tx: CommandTransaction, id: number, userId: string): Promise<void> {
  const { rows } = await sql<{ changed: number }>`
    with own as (select id, is_read from notifications where id = ${id} and user_id = ${userId} and in_bell),
    changed as (
      update notifications n set is_read = true, read_at = app_now() from own where n.id = own.id and not n.is_read returning n.id
    )
    select (select count(*)::int from changed) as changed from own
  `.execute(tx.db);
  const [found] = rows;
  if (!found) throw new AppError('NOT_FOUND');
  if (found.changed > 0) await hintBell(tx, userId);
}

/** Marks every own notification as read (SPEC §4, NOT-01). */
export async function markAllRead(tx: CommandTransaction, userId: string): Promise<void> {
  const changed = await sql`
    update notifications set is_read = true, read_at = app_now() where user_id = ${userId} and not is_read and in_bell
  `.execute(tx.db);
  if (changed.numAffectedRows) await hintBell(tx, userId);
}
