import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

const reason = 'last_administrator';

/**
 * Refuses a command that would leave nobody to administer the installation (USR-02). Call it after the write. Commands that could
 * remove an administrator wait here for one another, so that two of them never remove the last two.
 *
 * @param path the field at which the refusal is shown
 */
export async function requireAnAdministrator(tx: CommandTransaction, path?: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('users.administrators'))`.execute(tx.db);
  const { rows } = await sql`
    select 1 from users u left join organizations o on o.id = u.organization_id
    where u.role = 'admin' and ${isActivePerson('u')} and coalesce(o.is_active, true) limit 1
  `.execute(tx.db);
  if (rows.length > 0) return;
  throw new AppError('CONFLICT', { reason, ...(path && { errors: [{ path, reason }] }) });
}
