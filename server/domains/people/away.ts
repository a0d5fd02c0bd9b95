import { sql, type RawBuilder } from 'kysely';

/**
 * SQL of whether a person is away on a day, by the present records (USR-10); `isAwayOn` of shared/domain/people is the rule for one
 * absence.
 *
 * @param person expression of the person's id
 * @param day calendar date in the organization of the person
 */
export const isAway = (
  person: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from absences x where x.user_id = ${person} and x.ended_at is null
    and x.first_day <= ${day} and (x.last_day is null or x.last_day >= ${day}))`;

/** {@link isAway} today, of a person `u` with the organization `o`. */
export const isAwayToday: RawBuilder<boolean> = isAway(
  sql`u.id`,
  sql`today_in(coalesce(o.time_zone, 'UTC'))`,
);

/** A select of the ids of everybody who is away today. It starts with the absences, which are few. */
export const awayPeople: RawBuilder<unknown> = sql`
  select x.user_id from absences x join users p on p.id = x.user_id left join organizations w on w.id = p.organization_id
  cross join lateral (select today_in(coalesce(w.time_zone, 'UTC')) as day) t
  where x.ended_at is null
    -- No zone is farther than a day from this one: the index finds who may be away.
    and x.first_day <= app_now()::date + 1 and (x.last_day is null or x.last_day >= app_now()::date - 1)
    and x.first_day <= t.day and (x.last_day is null or x.last_day >= t.day)`;

/**
 * SQL of a person's current absence as JSON with its last day, over absences that follow each other; null if the person is not
 * away (USR-10).
 */
export const ownAbsenceSql = (userId: string): RawBuilder<unknown> => sql`(
  select json_build_object('until', z.present - 1)
  from users u left join organizations o on o.id = u.organization_id
  cross join lateral (select today_in(coalesce(o.time_zone, 'UTC')) as today) t
  cross join lateral (select day_present(u.id, t.today) as present) z
  where u.id = ${userId} and z.present is distinct from t.today)`;

/** A select of the ids of everybody who has an absence on a day in any version: few, among whom {@link awayKnownAt} finds those who count. */
export const maybeAway = (day: string): RawBuilder<unknown> => sql`
  select x.user_id from absences x where x.first_day <= ${day}::date and (x.last_day is null or x.last_day >= ${day}::date)`;

/** SQL of whether a person was away on a day, by the records before an instant (USR-10, INS-02). */
export const awayKnownAt = (
  person: RawBuilder<unknown>,
  day: string,
  known: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from absences x where x.user_id = ${person} and x.first_day <= ${day}::date
    and (x.last_day is null or x.last_day >= ${day}::date)
    and x.recorded_at < ${known} and (x.ended_at is null or x.ended_at >= ${known}))`;
