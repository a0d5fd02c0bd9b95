import { sql, type Kysely } from 'kysely';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { DB } from '#server/db/db.d.ts';

/** Today where a person is; null: no such person. */
export async function todayOf(db: Kysely<DB>, personId: string): Promise<CalendarDate | null> {
  const { rows } = await sql<{ today: CalendarDate }>`
    select today_in(coalesce(o.time_zone, 'UTC'))::text as today
    from users u left join organizations o on o.id = u.organization_id where u.id = ${personId}`.execute(db);
  return rows[0]?.today ?? null;
}

/** What is known of a question to which no facts were found: why there are none. */
export interface Unanswered {
  readonly module: boolean;
  /** The first record of the person; null: no such person. */
  readonly firstRecord: Date | null;
  readonly erasedAt: Date | null;
}

/** Why a person and a module have no facts for a day. */
export async function whyUnanswered(db: Kysely<DB>, personId: string, moduleId: number): Promise<Unanswered> {
  const { rows } = await sql<Unanswered>`
    select exists (select from training_modules where id = ${moduleId} and content_type <> 'placeholder') as module,
      (select min(valid_from) from user_periods where user_id = ${personId}) as first_record,
      (select erased_at from users where id = ${personId}) as erased_at`.execute(db);
  return rows[0] ?? { module: false, firstRecord: null, erasedAt: null };
}

/** Whether the installation has records of people before the end of a day anywhere. */
export async function hasRecordsOf(db: Kysely<DB>, day: CalendarDate): Promise<boolean> {
  const { rows } = await sql`
    select 1 from user_periods where valid_from < ((${day}::date + 1)::timestamp at time zone 'Etc/GMT+12') limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
