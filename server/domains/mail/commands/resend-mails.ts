import { sql } from 'kysely';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { outboxContract } from '#shared/contract/outbox.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sendMailJob } from '#server/platform/mail/outbox.ts';

/**
 * Sends the emails of a state again now: failed ones with all their attempts, held ones as released (NOT-02, F18). An email that is being
 * sent is left unchanged, so that nothing is sent twice.
 */
export async function resendMails(
  tx: CommandTransaction,
  { state, ids }: BodyOf<typeof outboxContract.resend>,
): Promise<{ count: number }> {
  const { rows } = await sql<{ id: number; event: unknown }>`
    with sent as (
    update mail_outbox
    set state = 'waiting', next_attempt_at = app_now(), attempts = 0,
      released_at = case when state = 'waiting' then released_at else app_now() end
    where state = ${state} and (${ids === undefined}::boolean or id = any(${ids ?? []}::int[]))
    returning id, user_id)
    select id, audit.record_access('mail.resent', 'mail_outbox', id::text, jsonb_build_object('subjectId', user_id)) as event
    from sent order by id`.execute(tx.db);
  if (tx.services.mailer)
    await tx.services.jobs.enqueue(
      tx.db,
      sendMailJob,
      rows.map(({ id }) => ({ id })),
    );
  return { count: rows.length };
}
