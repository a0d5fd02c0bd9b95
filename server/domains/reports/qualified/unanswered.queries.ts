import { sql, type Kysely } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';

/** Today where a person is; null: no such person. */
export async function todayOf(db: Kysely<DB>, personId: string): Promise<CalendarDate | null> {
  const { rows } = await sql<{ today: CalendarDate }>`
    select today_in(coalesce(o.time_zone, 'UTC'))::text as today
    from users u left join organizations o on o.id = u.organization_id where u.id = ${personId}`.execute(db);
  return rows[0]?.today ?? null;
}

/** Returns when a person was erased; null if they were not, or do not exist. */
export async function erasureOf(db: Kysely<DB>, personId: string): Promise<Date | null> {
  const { rows } = await sql<{
    erasedAt: Date | null;
  }>`select erased_at from users where id = ${personId}`.execute(db);
  return rows[0]?.erasedAt ?? null;
}

/** Returns whether all records of the people within the reach start after a day, wherever they are; false if there are none. */
export async function startsAfter(db: Kysely<DB>, reach: Reach, day: CalendarDate): Promise<boolean> {
  const within = withinReach(reach, sql<string>`p.user_id`, sql<number | null>`p.organization_id`);
  const { rows } = await sql<{ isLater: boolean }>`
    select exists (select from user_periods p where ${within}) and not exists (select from user_periods p
      where p.valid_from < ((${day}::date + 1)::timestamp at time zone 'Etc/GMT+12') and ${within}) as is_later`.execute(
    db,
  );
  return rows[0]?.isLater ?? false;
}

/** Returns whether a person completed a module by a day in another system or on paper (USR-09). */
export async function completedElsewhere(
  db: Kysely<DB>,
  personId: string,
  moduleId: number,
  day: CalendarDate,
): Promise<boolean> {
  const { rows } = await sql<{ isSo: boolean }>`
    select exists (select from training_records r join training_assignments a on a.id = r.assignment_id and a.status <> 'voided'
      where r.user_id = ${personId} and r.module_id = ${moduleId} and r.kind = 'from_source'
        and (r.completed_at at time zone r.time_zone)::date <= ${day}::date) as is_so`.execute(db);
  return rows[0]?.isSo ?? false;
}
