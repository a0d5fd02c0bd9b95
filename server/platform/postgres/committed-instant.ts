import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';

/** The longest wait for writers that started before an instant, in milliseconds. */
const longestDirectWait = 3000;

interface Moment {
  /** The instant by the clock of the product, and by the real one. */
  readonly asOf: Date;
  readonly real: string;
}

/**
 * Returns an instant at which the past is complete (INS-03): everything recorded before it is committed, so a paper as of this
 * instant is always the same. It is now, or the given instant; now moves back before a command that runs for long. TIMEOUT if
 * commands from before the given instant do not end. VALIDATION_FAILED if it is in the future.
 */
export async function committedInstant(db: Kysely<DB>, given?: Date): Promise<Date> {
  const wanted = given?.toISOString() ?? null;
  const { rows } = await sql<Moment & { readonly isFuture: boolean }>`
    select t.as_of, (t.as_of - (app_now() - now()))::text as real, t.as_of > app_now() + interval '1 second' as is_future
    from (select coalesce(${wanted}::timestamptz, date_trunc('milliseconds', app_now()) + interval '1 millisecond') as as_of) t`.execute(
    db,
  );
  const [moment] = rows;
  if (!moment) throw new Error('a select without a table has a row');
  if (moment.isFuture)
    throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'asOf', reason: 'date_in_future' }] });
  // From here on no command starts before the instant.
  await pause(2);
  for (const began = Date.now(); ; await pause(10)) {
    const oldest = await oldestWriter(db, moment.real);
    if (oldest === null) return moment.asOf;
    if (Date.now() - began < longestDirectWait) continue;
    if (given) throw new AppError('TIMEOUT');
    return new Date(moment.asOf.getTime() - oldest - 1);
  }
}

/** Returns whether the records that a connection sees are still those of an instant: no command started at it or later. */
export async function isUnchangedSince(db: Kysely<DB>, instant: Date): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (select from audit.events where at >= ${instant.toISOString()}::timestamptz and kind = 'command') as changed`.execute(
    db,
  );
  return rows[0]?.changed === false;
}

/**
 * Returns how many milliseconds before an instant the oldest transaction started that may have written before it; null if there is
 * none. A transaction without an id has not written yet; a command writes with its first statements, so that a transaction that
 * reads for longer is not a command.
 */
async function oldestWriter(db: Kysely<DB>, real: string): Promise<number | null> {
  const { rows } = await sql<{ before: number | null }>`
    select ceil(extract(epoch from ${real}::timestamptz - min(xact_start)) * 1000)::float8 as before
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start < ${real}::timestamptz
      and (backend_xid is not null or xact_start > clock_timestamp() - interval '1 second')`.execute(db);
  return rows[0]?.before ?? null;
}
