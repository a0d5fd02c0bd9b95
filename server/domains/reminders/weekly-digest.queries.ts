import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { isExpired, isOverdue, isValidLongest } from '#server/domains/assignments/index.ts';
import { isAway } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { sendAt } from './schedule.queries.ts';
import type { WeeklyDigest } from './weekly-digest.mails.ts';

/** At most this many trainings per list are shown in a digest; the rest is a number. */
const mostListed = 50;
/** After an outage, a digest is sent up to this many days late. After that, the next one is near. */
const lateDays = 2;

/** A manager who wants the digest, with its content. */
export interface DigestOf extends WeeklyDigest {
  readonly userId: string;
  readonly email: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The Monday of the week. */
  readonly week: string;
  readonly plannedFor: Date;
}

/** The time zones in which the hour of the digest has come and it was not sent yet: zone, week, and the planned instant. */
const dueZones = sql`
  select z.zone, d.week, (d.week + ${sendAt}) at time zone z.zone as planned_for
  from (select time_zone as zone from organizations where is_active union select 'UTC') z
  cross join lateral (select (app_now() at time zone z.zone) - ${sendAt} as local) l
  cross join lateral (select date_trunc('week', l.local)::date as week) d
  where l.local::date <= d.week + ${sql.lit(lateDays)}::int
    and not exists (select 1 from weekly_digests w where w.zone = z.zone and w.week = d.week)`;

/** Returns whether a digest is due. */
export async function hasAnyDigest({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const { rows } = await sql`select 1 from (${dueZones}) z limit 1`.execute(db);
  return rows.length > 0;
}

const listOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('count', count(*)::int, 'listed', coalesce(json_agg(json_build_object('person', person,
    'title', title, 'day', day) order by place) filter (where place <= ${mostListed}), '[]'))
  from (select r.*, row_number() over (order by r.day nulls last, lower(r.person), lower(r.title), r.id) as place
    from (${rows}) r) placed)`;

const ofTeam = (day: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  select a.id, ${day} as day, t.title, coalesce(nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), ''), p.email) as person
  from users p join training_assignments a on a.user_id = p.id join training_modules t on t.id = a.module_id
  where p.id in (select reports_of(m.id)) and ${isActivePerson('p')} and not ${isAway(sql`p.id`, sql`today_in(z.zone)`)} and ${condition}`;

/**
 * Records the zones whose digest is due, and returns it for each manager there who wants one (NOT-06); zones that another
 * server recorded are left out.
 */
export async function claimDigests(tx: CommandTransaction): Promise<readonly DigestOf[]> {
  const today = sql`today_in(z.zone)`;
  const open = sql`a.status in ('not_started', 'in_progress') and a.no_longer_required_at is null`;
  const { rows } = await sql<DigestOf>`
    with due as materialized (${dueZones}), recorded as (
      insert into weekly_digests (zone, week) select zone, week from due order by zone on conflict do nothing returning zone
    )
    select m.id as user_id, m.email, m.settings, z.week, z.planned_for,
      ${listOf(ofTeam(sql`a.due_date`, isOverdue(sql`a.status`, sql`a.due_date`, today)))} as overdue,
      ${listOf(ofTeam(sql`a.next_renewal_date`, isExpired('a', today)))} as expired,
      ${listOf(
        ofTeam(
          sql`a.next_renewal_date`,
          sql`a.status = 'completed' and a.next_renewal_date between ${today} and ${today} + 30
            and ${isValidLongest('a')}`,
        ),
      )} as expiring,
      ${listOf(ofTeam(sql`a.due_date`, sql`${open} and a.assigned_date >= app_now() - interval '7 days'`))} as fresh
    from recorded join due z using (zone)
    join users m on ${isActivePerson('m')} and m.settings ->> 'weeklyDigest' = 'true'
    left join organizations o on o.id = m.organization_id
    where coalesce(o.time_zone, 'UTC') = z.zone and o.is_active is not false and not ${isAway(sql`m.id`, today)}
      and exists (select 1 from users p where p.manager_id = m.id and ${isActivePerson('p')})
    order by m.id
  `.execute(tx.db);
  return rows;
}
