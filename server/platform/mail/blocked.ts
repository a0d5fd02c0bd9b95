import { sql } from 'kysely';
import { isHeld } from '#server/platform/mail/restored.ts';
import type { Services } from '#server/platform/services.ts';

/** The minutes between two attempts of one email while the mail server cannot be reached. As soon as it is sent, all others follow. */
const probeMinutes = 5;

/**
 * While the mail server cannot be reached, sends one email ahead of its time every few minutes (NOT-02). Each other email keeps its
 * own growing delay, so that a long outage does not fill the trail with attempts.
 */
export async function probeMailServer({ db }: Services): Promise<void> {
  await sql`
    update mail_outbox set next_attempt_at = app_now()
    where id = (
      select id from mail_outbox where state = 'waiting' and blocked_at is not null and not ${isHeld}
      order by blocked_at, id limit 1)
    and not exists (
      select 1 from mail_outbox where blocked_at > app_now() - make_interval(mins => ${probeMinutes}))`.execute(
    db,
  );
}

/**
 * Releases emails after the mail server was reached: those that were only blocked are due at once. Rows that are locked now are
 * released after the next email.
 */
export async function releaseBlocked({ db }: Services): Promise<void> {
  await sql`
    update mail_outbox set next_attempt_at = app_now(), blocked_at = null
    where id in (
      select id from mail_outbox where state = 'waiting' and blocked_at is not null for update skip locked)`.execute(
    db,
  );
}
