import { sql } from 'kysely';
import { isHeld } from '#server/platform/mail/restored.ts';
import type { Services } from '#server/platform/services.ts';

/** How often one mail tries the way while it is blocked, in minutes: as soon as it goes, all others follow. */
const probeMinutes = 5;

/**
 * While the way to the mail server is blocked, lets one mail go ahead of its time every few minutes (NOT-02): each other keeps its
 * own growing wait, so that a long outage does not fill the trail with tries.
 */
export async function probeTheWay({ db }: Services): Promise<void> {
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

/** The mail server was reached: what only waited for that is due at once. Rows that somebody else holds are freed by the next mail. */
export async function freeBlocked({ db }: Services): Promise<void> {
  await sql`
    update mail_outbox set next_attempt_at = app_now(), blocked_at = null
    where id in (
      select id from mail_outbox where state = 'waiting' and blocked_at is not null for update skip locked)`.execute(
    db,
  );
}
