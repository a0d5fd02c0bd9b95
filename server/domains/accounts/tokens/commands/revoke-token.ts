import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** Revokes an API token: its next call is refused (OPS-06). NOT_FOUND; CONFLICT if it is revoked already. */
export async function revokeToken(tx: CommandTransaction, id: number): Promise<void> {
  const { rows } = await sql<{ revokedAt: Date | null }>`
    select revoked_at from api_tokens where id = ${id} for update`.execute(tx.db);
  const [stored] = rows;
  if (!stored) throw new AppError('NOT_FOUND');
  if (stored.revokedAt) throw new AppError('CONFLICT', { reason: 'token_revoked' });
  await sql`
    update api_tokens set revoked_at = app_now(), revoked_by = ${tx.actorId} where id = ${id}`.execute(tx.db);
  tx.changes();
}
