import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import {
  CATCH_UP_DAYS,
  reminderKinds,
  type ReminderAudience,
  type ReminderKind,
} from '#shared/domain/reminders/schedule.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** A recorded step of the schedule, with the facts for its message. */
export interface RecordedStep {
  readonly sendId: number;
  readonly assignmentId: number;
  readonly person: string;
  readonly title: string;
  readonly dueDate: string;
  readonly kind: ReminderKind;
  readonly audience: ReminderAudience;
  /** The date in the organization. */
  readonly today: string;
  /** The planned instant of sending. */
  readonly plannedFor: Date;
  readonly recipients: readonly string[];
}

/** SQL of the day on which a step of a person of the assignment `a` is sent: a day of an absence is replaced by that of the return (USR-10). */
const stepPresent = (day: RawBuilder<unknown>) =>
  sql`case when away.has_any then day_present(a.user_id, ${day}) else ${day} end`;

/** Whether a person of the assignment `a` has absences at all: few have, and nothing is computed for others. */
const awayJoin = sql`cross join lateral (
    select exists (select 1 from absences x where x.user_id = a.user_id and x.ended_at is null) as has_any) away`;

/** The hour at which the day of reminders starts in each organization: a setting of the installation. */
export const sendAt = sql`coalesce((select value ->> 'time' from settings where key = 'reminders.sendAt'), '08:00')::time`;

const farthest = (kind: ReminderKind) =>
  sql`(select coalesce(max(days), 0) from reminder_rules where is_active and kind = ${sql.lit(kind)})`;

/**
 * Returns SQL of the steps that are due now: `planMessages` of tests/models as SQL, for every organization at its own time. The
 * day starts at the hour of sending, so that the local clock alone decides, through every change of it (F12).
 *
 * @param among condition on the assignment `a`
 */
export const dueStepsOf = (among: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select a.id as assignment_id, a.user_id, a.module_id, a.due_date, v.audience, step.rule_id, step.kind, step.step_day,
    here.today, here.zone, who.recipients
  from training_assignments a
  join users u on u.id = a.user_id and ${isActivePerson('u')}
  left join organizations o on o.id = u.organization_id
  cross join lateral (
    select coalesce(o.time_zone, 'UTC') as zone,
      (app_now() at time zone coalesce(o.time_zone, 'UTC'))::date as today,
      ((app_now() at time zone coalesce(o.time_zone, 'UTC')) - ${sendAt})::date as day,
      (a.assigned_date at time zone coalesce(o.time_zone, 'UTC'))::date as assigned_on
  ) here
  ${awayJoin}
  cross join (values ('person'), ('manager'), ('admins')) v (audience)
  cross join lateral (
    select r.id as rule_id, r.kind, s.step_day
    from reminder_rules r
    cross join lateral (select case r.kind
      when 'due' then a.due_date - r.days
      when 'overdue' then a.due_date + r.days
      else case when a.assignment_type = 'renewal' then here.assigned_on + r.days end end as planned) d
    cross join lateral (select ${stepPresent(sql`d.planned`)} as step_day) s
    where r.is_active and r.audience = v.audience and r.kind = any(${[...reminderKinds]}::text[]) and s.step_day >= here.assigned_on
      and s.step_day between here.day - ${sql.lit(CATCH_UP_DAYS)}::int and here.day
    order by s.step_day desc, d.planned desc, r.id desc limit 1
  ) step
  cross join lateral (select case v.audience
    when 'person' then array[a.user_id]
    when 'manager' then array(select m.id from users m where m.id = u.manager_id and ${isActivePerson('m')})
    else array(select m.id from users m left join organizations mo on mo.id = m.organization_id
      where m.role = 'admin' and ${isActivePerson('m')} and mo.is_active is not false order by m.id)
    end as recipients) who
  where ${among} and a.status in ('not_started', 'in_progress') and a.no_longer_required_at is null and o.is_active is not false
    and a.due_date is not null and (not away.has_any or day_present(a.user_id, here.today) = here.today)
    -- No zone is farther than a day from this one: the bounds only keep what is far away out of the work.
    and (a.due_date between app_now()::date - ${farthest('overdue')} - ${sql.lit(CATCH_UP_DAYS + 2)}::int
        and app_now()::date + ${farthest('due')} + 2
      or (a.assignment_type = 'renewal'
        and a.assigned_date > app_now() - make_interval(days => ${farthest('renewal')} + ${sql.lit(CATCH_UP_DAYS + 2)}::int))
      or away.has_any)
    and cardinality(who.recipients) > 0
    and not exists (select 1 from reminder_sends t
      where t.assignment_id = a.id and t.audience = v.audience and t.due_date = a.due_date and t.step_day >= step.step_day)
    -- The email about newly required trainings names the due date too; one that does not go holds nothing back for long.
    and not exists (select 1 from assignment_notices n where v.audience = 'person' and n.assignment_id = a.id
      and case when n.told_at is null then n.noted_at > app_now() - interval '3 days' else n.told_on >= step.step_day end)`;

/** {@link dueStepsOf} everybody. */
export const dueSteps = dueStepsOf(sql`true`);

/** The number of people who are checked in one command, with some 25,000 trainings. */
const peopleAtOnce = 500;

/** The people whose steps are due, with the marks that are processed with them. */
export interface Turn {
  readonly people: readonly string[];
  readonly marks: readonly string[];
}

/** Returns the next people with a change or a due step; null if there are none (NOT-04). */
export async function nextTurn(db: Kysely<DB>): Promise<Turn | null> {
  const { rows } = await sql<Turn>`
    with marks as materialized (select id, user_id from reminder_changes order by id limit ${peopleAtOnce}),
    due as materialized (
      select user_id from reminder_turns where next_at <= app_now() order by next_at, user_id limit ${peopleAtOnce}
    ),
    -- What a wrong clock found says nothing.
    ahead as materialized (
      select user_id from reminder_turns where looked_at > app_now() order by looked_at limit ${peopleAtOnce}
    )
    select array(select id::text from marks) as marks,
      array(select user_id from marks union select user_id from due union select user_id from ahead) as people
  `.execute(db);
  const [turn] = rows;
  return turn && turn.people.length > 0 ? turn : null;
}

/** Records the due steps of some people, and their recipients (NOT-04); steps that another server recorded are left out. */
export async function recordSteps(tx: CommandTransaction, people: readonly string[]): Promise<void> {
  await sql`
    with due as materialized (${dueStepsOf(sql`a.user_id = any(${[...people]}::text[])`)}),
    recorded as (
      insert into reminder_sends (assignment_id, rule_id, audience, due_date, step_day)
      select assignment_id, rule_id, audience, due_date, step_day from due order by assignment_id, rule_id
      on conflict do nothing
      returning id, assignment_id, rule_id
    )
    insert into reminder_waiting (recipient_id, send_id)
    select recipient, r.id from recorded r join due d on d.assignment_id = r.assignment_id and d.rule_id = r.rule_id
    cross join unnest(d.recipients) recipient
  `.execute(tx.db);
}

/**
 * Records when the next step of these people is due, so that they are not checked before. A step that is delayed by the email
 * about newly required trainings is checked again when that delay ends; one without a recipient, when a trigger marks the
 * person.
 */
export async function recordNextSteps(tx: CommandTransaction, { people, marks }: Turn): Promise<void> {
  await sql`
    with picked as materialized (select unnest(${[...people]}::text[]) as user_id),
    next as materialized (
      select a.user_id, greatest(min(s.at), app_now() + interval '1 minute') as at
      from picked p join training_assignments a on a.user_id = p.user_id
      join users u on u.id = a.user_id and ${isActivePerson('u')}
      left join organizations o on o.id = u.organization_id
      cross join lateral (
        select coalesce(o.time_zone, 'UTC') as zone,
          ((app_now() at time zone coalesce(o.time_zone, 'UTC')) - ${sendAt})::date as day,
          (a.assigned_date at time zone coalesce(o.time_zone, 'UTC'))::date as assigned_on
      ) here
      ${awayJoin}
      cross join lateral (
        select (d.step_day + ${sendAt}) at time zone here.zone as at
        from reminder_rules r cross join lateral (select case r.kind
          when 'due' then a.due_date - r.days
          when 'overdue' then a.due_date + r.days
          else case when a.assignment_type = 'renewal' then here.assigned_on + r.days end end as planned) p
        cross join lateral (select ${stepPresent(sql`p.planned`)} as step_day) d
        where r.is_active and r.kind = any(${[...reminderKinds]}::text[]) and d.step_day > here.day and d.step_day >= here.assigned_on
        union all
        select (b.day + ${sendAt}) at time zone here.zone
        from (select day_present(a.user_id, here.day) as day where away.has_any) b where b.day > here.day
        union all
        select n.noted_at + interval '3 days' from assignment_notices n
        where n.assignment_id = a.id and n.told_at is null and n.noted_at > app_now() - interval '3 days'
      ) s
      where a.status in ('not_started', 'in_progress') and a.no_longer_required_at is null and o.is_active is not false
      group by a.user_id
    ),
    kept as (
      insert into reminder_turns (user_id, next_at, looked_at)
      select p.user_id, coalesce(n.at, 'infinity'), app_now() from picked p left join next n on n.user_id = p.user_id
      order by p.user_id
      on conflict (user_id) do update set next_at = excluded.next_at, looked_at = excluded.looked_at
    )
    delete from reminder_changes where id = any(${[...marks]}::bigint[])
  `.execute(tx.db);
}

/** People with recorded steps that no email contains yet, the first by id. */
export async function pendingRecipients(db: Kysely<DB>, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct recipient_id as id from reminder_waiting order by recipient_id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes the recorded steps of some recipients and returns them. The caller queues their emails in the same transaction. */
export async function claimPendingSteps(
  tx: CommandTransaction,
  recipients: readonly string[],
): Promise<readonly RecordedStep[]> {
  const { rows } = await sql<RecordedStep>`
    with taken as (
      delete from reminder_waiting where recipient_id = any(${[...recipients]}::text[]) returning send_id, recipient_id
    ), steps as (
      select send_id, array_agg(recipient_id order by recipient_id) as recipients from taken group by send_id
    )
    select s.id as send_id, s.assignment_id, s.due_date, r.kind, s.audience, t.recipients,
      (app_now() at time zone here.zone)::date as today, (s.step_day + ${sendAt}) at time zone here.zone as planned_for, m.title,
      coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as person
    from steps t join reminder_sends s on s.id = t.send_id
    join reminder_rules r on r.id = s.rule_id
    join training_assignments a on a.id = s.assignment_id
    join users u on u.id = a.user_id
    left join organizations o on o.id = u.organization_id
    cross join lateral (select coalesce(o.time_zone, 'UTC') as zone) here
    join training_modules m on m.id = a.module_id
    -- Between the recording and the mail a training may have come to its end.
    where a.status in ('not_started', 'in_progress') and a.no_longer_required_at is null
    order by s.due_date, m.title, s.id
  `.execute(tx.db);
  return rows;
}
