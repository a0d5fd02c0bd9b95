import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { nameAsOf } from '#server/platform/papers/name-as-of.ts';
import type { FileOf } from './training-file.queries.ts';

/** An absence by the records at the instant of a training file; papers never contain the reason (USR-10). */
export interface AbsenceAsOf {
  readonly firstDay: string;
  /** Null: the return was not known. */
  readonly lastDay: string | null;
  readonly returnDays: number;
  readonly recordedAt: Date;
  readonly recordedByName: string | null;
}

/** Returns the absences of a person by the records at an instant, by their first day. */
export async function absencesAsOf(
  db: Kysely<DB>,
  { userId, asOf }: FileOf,
): Promise<readonly AbsenceAsOf[]> {
  const until = sql`${asOf.toISOString()}::timestamptz`;
  const { rows } = await sql<AbsenceAsOf>`
    select a.first_day, a.last_day, a.return_days, a.recorded_at, ${nameAsOf(sql`a.recorded_by`, until)} as recorded_by_name
    from absences a
    where a.user_id = ${userId} and a.recorded_at < ${until} and (a.ended_at is null or a.ended_at >= ${until})
    order by a.first_day, a.id`.execute(db);
  return rows;
}
