import { sql, type RawBuilder } from 'kysely';
import {
  CATCH_UP_DAYS,
  reminderKinds,
  type ReminderAudience,
  type ReminderKind,
} from '#shared/domain/reminders/schedule.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';

/** A step of the schedule that was just recorded, with what its message says. */
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
  /** The instant at which it was to go. */
  readonly plannedFor: Date;
  readonly recipients: readonly string[];
}

/** The hour at which the day of reminders begins in each organization: a setting of the installation. */
export const sendAt = sql`coalesce((select value ->> 'time' from settings where key = 'reminders.sendAt'), '08:00')::time`;

const farthest = (kind: ReminderKind) =>
  sql`(select coalesce(max(days), 0) from reminder_rules where is_active and kind = ${sql.lit(kind)})`;

/**
 * The steps that are to be told now: `planMessages` of shared/domain/reminders as SQL, for every organization at its own time. The
 * day begins at the hour of sending, so that it is the local clock alone that decides, through every change of it (F12).
 */
export const dueSteps: RawBuilder<unknown> = sql`
  select a.id as assignment_id, a.user_id, a.module_id, a.due_date, v.audience, step.rule_id, step.kind, step.step_day,
    here.today, here.zone, who.recipients
  from training_assignments a
  join users u on u.id = a.user_id and u.is_active and u.erased_at is null
  left join organizations o on o.id = u.organization_id
  cross join lateral (
    select coalesce(o.time_zone, 'UTC') as zone,
      (app_now() at time zone coalesce(o.time_zone, 'UTC'))::date as today,
      ((app_now() at time zone coalesce(o.time_zone, 'UTC')) - ${sendAt})::date as day,
      (a.assigned_date at time zone coalesce(o.time_zone, 'UTC'))::date as assigned_on
  ) here
  cross join (values ('person'), ('manager'), ('admins')) v (audience)
  cross join lateral (
    select r.id as rule_id, r.kind, s.step_day
    from reminder_rules r
    cross join lateral (select case r.kind
      when 'due' then a.due_date - r.days
      when 'overdue' then a.due_date + r.days
      else case when a.assignment_type = 'renewal' then here.assigned_on + r.days end end as step_day) s
    where r.is_active and r.audience = v.audience and r.kind = any(${[...reminderKinds]}::text[]) and s.step_day >= here.assigned_on
      and s.step_day between here.day - ${sql.lit(CATCH_UP_DAYS)}::int and here.day
    order by s.step_day desc, r.id desc limit 1
  ) step
  cross join lateral (select case v.audience
    when 'person' then array[a.user_id]
    when 'manager' then array(select m.id from users m where m.id = u.manager_id and m.is_active and m.erased_at is null)
    else array(select m.id from users m left join organizations mo on mo.id = m.organization_id
      where m.role = 'admin' and m.is_active and m.erased_at is null and mo.is_active is not false order by m.id)
    end as recipients) who
  where a.status in ('not_started', 'in_progress') and a.no_longer_required_at is null and o.is_active is not false
    -- No zone is farther than a day from this one: the bounds only keep what is far away out of the work.
    and (a.due_date between app_now()::date - ${farthest('overdue')} - ${sql.lit(CATCH_UP_DAYS + 2)}::int
        and app_now()::date + ${farthest('due')} + 2
      or (a.assignment_type = 'renewal'
        and a.assigned_date > app_now() - make_interval(days => ${farthest('renewal')} + ${sql.lit(CATCH_UP_DAYS + 2)}::int)))
    and cardinality(who.recipients) > 0
    and not exists (select 1 from reminder_sends t
      where t.assignment_id = a.id and t.audience = v.audience and t.due_date = a.due_date and t.step_day >= step.step_day)
    -- The email about newly required trainings names the due date too; one that does not go holds nothing back for long.
    and not exists (select 1 from assignment_notices n where v.audience = 'person' and n.assignment_id = a.id
      and case when n.told_at is null then n.noted_at > app_now() - interval '3 days' else n.told_on >= step.step_day end)`;

/** Whether anything is to be told now: a sweep that finds nothing opens no command. */
export async function anythingToTell({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const { rows } = await sql`select 1 from (${dueSteps}) due limit 1`.execute(db);
  return rows.length > 0;
}

/** Records what is to be told now and answers it, in one statement (NOT-04); what another server recorded is not in it. */
export async function recordSteps(tx: CommandTransaction): Promise<readonly RecordedStep[]> {
  const { rows } = await sql<RecordedStep>`
    with due as materialized (${dueSteps}),
    recorded as (
      insert into reminder_sends (assignment_id, rule_id, audience, due_date, step_day)
      select assignment_id, rule_id, audience, due_date, step_day from due order by assignment_id, rule_id
      on conflict do nothing
      returning id, assignment_id, rule_id
    )
    select r.id as send_id, d.assignment_id, d.due_date, d.kind, d.audience, d.today, d.recipients,
      (d.step_day + ${sendAt}) at time zone d.zone as planned_for, m.title,
      coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) as person
    from recorded r
    join due d on d.assignment_id = r.assignment_id and d.rule_id = r.rule_id
    join users u on u.id = d.user_id
    join training_modules m on m.id = d.module_id
    order by d.due_date, m.title, r.id
  `.execute(tx.db);
  return rows;
}
