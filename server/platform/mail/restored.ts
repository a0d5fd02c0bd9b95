import { sql } from 'kysely';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';

const placeKey = 'mail.place';

/**
 * The last time at which this database was set back to an earlier state; null if never (F18). It is the latest of three: a
 * recorded `system.restore`, a seal that continues a chain with lost ends, and the day on which the database was first seen at
 * its present place.
 */
export const restoredAt = sql<Date | null>`greatest(
  (select (value ->> 'since')::timestamptz from settings where key = ${placeKey}),
  (select max(at) from audit.events where kind = 'command' and action = 'system.restore'),
  (select max(sealed_at) from audit.seals where kind = 'continuation'))`;

/** SQL condition: may an email of the outbox have been sent before a restore? It is sent only when an administrator releases it (F18). */
export const isHeld = sql<boolean>`coalesce(released_at is null and coalesce(planned_for, created_at) <= (select ${restoredAt}), false)`;

/**
 * Detects that the database is in another cluster, or has another number, than when email was last sent: it is a restored
 * copy, and its pending emails may already have been sent (F18).
 */
export async function noticeRestore(services: Services): Promise<void> {
  const { rows } = await sql<{ place: string; known: string | null }>`
    select database_place() as place, (select value ->> 'place' from settings where key = ${placeKey}) as known
  `.execute(services.db);
  const [now] = rows;
  if (!now || now.place === now.known) return;
  const first = now.known === null;
  if (!first) services.log.warn('the database was restored: mails queued before wait to be released');
  const action = first ? 'mail.placeNoted' : 'mail.restoreNoticed';
  await runCommand(services, { action, actorId: null }, async (tx) => {
    await sql`
      insert into settings (key, value)
      values (${placeKey}, jsonb_strip_nulls(jsonb_build_object('place', database_place(), 'since', ${first ? sql`null` : sql`app_now()`})))
      on conflict (key) do update set value = excluded.value, updated_at = app_now()
      where settings.value is distinct from excluded.value and settings.value ->> 'place' <> database_place()
    `.execute(tx.db);
  });
}

/** Sets emails aside that may have been sent before a restore; the outbox shows them as held (F18). */
export async function holdAfterRestore(services: Services): Promise<void> {
  const { rows } = await sql`
    select 1 from mail_outbox where state in ('waiting', 'sending') and ${isHeld} limit 1
  `.execute(services.db);
  if (rows.length === 0) return;
  await runCommand(services, { action: 'mail.held', actorId: null }, async (tx) => {
    await sql`update mail_outbox set state = 'held' where state in ('waiting', 'sending') and ${isHeld}`.execute(
      tx.db,
    );
  });
}
