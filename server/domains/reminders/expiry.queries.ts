import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { expiryAudiences, type ExpiryAudience, type ExpiryKind } from '#shared/domain/reminders/expiry.ts';
import { CATCH_UP_DAYS } from '#shared/domain/reminders/schedule.ts';
import { expiringBetween } from '#server/domains/hr/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { holdsHr } from '#server/platform/access/running-grant.ts';
import { sendAt } from './schedule.queries.ts';

/** A recorded step of an expiring item, with the facts for its message. */
export interface RecordedExpiry {
  readonly sendId: number;
  readonly kind: ExpiryKind;
  readonly subjectId: number;
  readonly day: string;
  readonly title: string;
  /** The person of the CV. */
  readonly personId: string | null;
  readonly person: string;
  readonly audience: ExpiryAudience;
  /** The date in the organization. */
  readonly today: string;
  /** The planned instant of sending. */
  readonly plannedFor: Date;
  readonly recipients: readonly string[];
}

const documentRules = sql`reminder_rules where is_active and kind not in ('due', 'overdue', 'renewal')`;
/** No zone is farther than a day from this one: the bounds only keep what is far away out of the work. */
const from = sql`(app_now()::date + (select least(min(days), 0) from ${documentRules}) - ${sql.lit(CATCH_UP_DAYS + 2)}::int)`;
const to = sql`(app_now()::date + (select greatest(max(days), 0) from ${documentRules}) + 2)`;

/** People who returned from an absence so lately that their steps of then can still be sent. */
const returned = sql`(select user_id from absences where ended_at is null
    and last_day between app_now()::date - ${sql.lit(CATCH_UP_DAYS + 2)}::int and app_now()::date + 1)`;

const here = sql`${isActivePerson('u')}`;
const administrators = sql`array(select u.id from users u left join organizations mo on mo.id = u.organization_id
  where u.role = 'admin' and ${here} and mo.is_active is not false order by u.id)`;
const hrOf = (organization: RawBuilder<unknown>) =>
  sql`array(select u.id from users u where ${here} and ${holdsHr(sql`u.id`, organization)} order by u.id)`;

/**
 * The steps that are due now: `planExpiry` of tests/models as SQL, for every organization at its own time. A step for the person of a
 * document that falls into an absence of theirs is sent on the day of the return (USR-10); HR and administrators are notified as planned.
 */
export const dueExpiry: RawBuilder<unknown> = sql`
  select x.kind, x.id as subject_id, x.day, x.title, x.person_id, v.audience, step.rule_id, step.step_day, here.today, here.zone,
    who.recipients
  from (${expiringBetween(from, to)}
    union all select * from (${expiringBetween(sql`'-infinity'::date`, sql`${from} - 1`)}) late where late.person_id in ${returned}) x
  left join organizations o on o.id = x.organization_id
  cross join lateral (
    select coalesce(o.time_zone, 'UTC') as zone,
      (app_now() at time zone coalesce(o.time_zone, 'UTC'))::date as today,
      ((app_now() at time zone coalesce(o.time_zone, 'UTC')) - ${sendAt})::date as began
  ) here
  cross join unnest(array[${sql.join(expiryAudiences.map((audience) => sql.lit(audience)))}]) v (audience)
  cross join lateral (select v.audience = 'person' and exists (
    select 1 from absences w where w.user_id = x.person_id and w.ended_at is null) as has_any) away
  cross join lateral (
    select r.id as rule_id, s.step_day from reminder_rules r
    cross join lateral (
      select case when away.has_any then day_present(x.person_id, x.day - r.days) else x.day - r.days end as step_day) s
    where r.is_active and r.kind = x.kind and r.audience = v.audience
      and s.step_day between here.began - ${sql.lit(CATCH_UP_DAYS)}::int and here.began
    order by s.step_day desc, x.day - r.days desc, r.id desc limit 1
  ) step
  cross join lateral (select ${hrOf(sql`x.organization_id`)} as ids) hr
  cross join lateral (select case
    when v.audience = 'person' then array(select u.id from users u where u.id = x.person_id and ${here})
    when v.audience = 'hr' and cardinality(hr.ids) > 0 then hr.ids
    else ${administrators} end as recipients) who
  where o.is_active is not false and cardinality(who.recipients) > 0
    and (not away.has_any or day_present(x.person_id, here.today) = here.today)
    and not exists (select 1 from expiry_sends t
      where t.kind = x.kind and t.subject_id = x.id and t.audience = v.audience and t.day = x.day and t.step_day >= step.step_day)`;

/**
 * Returns whether expiring items must be checked: something changed since the last check, or the day of reminders has started
 * somewhere. Between these nothing can have come due (PERF-03).
 */
export async function hasAnythingDue({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const dayAt = (instant: RawBuilder<unknown>) => sql`((${instant} at time zone z.zone) - ${sendAt})::date`;
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from expiry_changes) or not exists (select from expiry_looks) or exists (
      select from expiry_looks l cross join (select distinct time_zone as zone from organizations union select 'UTC') z
      where ${dayAt(sql`l.looked_at`)} <> ${dayAt(sql`app_now()`)}) as due`.execute(db);
  return rows[0]?.due ?? true;
}

/** Returns the marks that a check processes: read before it, so that it sees the changes behind them. */
export async function expiryMarks(tx: CommandTransaction): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id::text from expiry_changes`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Records that everything was checked. */
export async function recordExpiryCheck(tx: CommandTransaction, marks: readonly string[]): Promise<void> {
  await sql`
    with answered as (delete from expiry_changes where id = any(${[...marks]}::bigint[]))
    insert into expiry_looks (looked_at) values (app_now()) on conflict (id) do update set looked_at = excluded.looked_at
  `.execute(tx.db);
}

/** Records the due steps and returns them, in one statement (NOT-04); steps that another server recorded are left out. */
export async function recordExpiry(tx: CommandTransaction): Promise<readonly RecordedExpiry[]> {
  const { rows } = await sql<RecordedExpiry>`
    with due as materialized (${dueExpiry}),
    recorded as (
      insert into expiry_sends (kind, subject_id, rule_id, audience, day, step_day)
      select kind, subject_id, rule_id, audience, day, step_day from due order by kind, subject_id, rule_id
      on conflict do nothing
      returning id, kind, subject_id, rule_id
    )
    select r.id as send_id, d.kind, d.subject_id, d.day, d.title, d.person_id, d.audience, d.today, d.recipients,
      (d.step_day + ${sendAt}) at time zone d.zone as planned_for,
      coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email, '') as person
    from recorded r
    join due d on d.kind = r.kind and d.subject_id = r.subject_id and d.rule_id = r.rule_id
    left join users u on u.id = d.person_id
    order by d.day, d.kind, person, d.title, r.id
  `.execute(tx.db);
  return rows;
}
