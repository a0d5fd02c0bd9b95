import { sql, type RawBuilder } from 'kysely';
import { isAwayToday } from '#server/domains/people/index.ts';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import type { NewTraining } from './new-trainings.mails.ts';
import { sendAt } from './schedule.queries.ts';

/** At most this many trainings are listed in an email; the rest is a number and a link. */
const mostListed = 50;

/** A person with newly required trainings that were not emailed yet. */
export interface NewlyRequired {
  readonly userId: string;
  readonly email: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly listed: readonly NewTraining[];
  readonly more: number;
  readonly firstId: number;
  /** The planned instant of the email of the day. */
  readonly plannedFor: Date;
}

/** Records the trainings that this command has newly required of people; the schedule sends emails about renewals (NOT-04). */
export async function recordRequired(tx: CommandTransaction, userIds: readonly string[]): Promise<void> {
  await sql`
    insert into assignment_notices (assignment_id)
    select a.id from training_assignments a
    where a.user_id = any(${[...userIds]}::text[]) and a.assigned_date = app_now()
      and a.status in ('not_started', 'in_progress') and a.assignment_type <> 'renewal'
    order by a.id
    on conflict do nothing
  `.execute(tx.db);
}

const zoneOf = sql`coalesce(o.time_zone, 'UTC')`;
const dayOfSending = (instant: RawBuilder<unknown>) =>
  sql`((${instant} at time zone ${zoneOf}) - ${sendAt})::date`;

const people = sql`
  join training_assignments a on a.id = n.assignment_id
  join users u on u.id = a.user_id left join organizations o on o.id = u.organization_id`;

/**
 * The condition for sending: the account and its organization are active, and the person is not away. Records of others
 * remain until they return.
 */
const reachable = sql`${isActivePerson('u')} and o.is_active is not false and not ${isAwayToday}`;

/** Records from before the start of the present day of reminders, in the zone of the person's organization. */
const ofEarlierDays = sql`n.told_at is null and ${reachable} and ${dayOfSending(sql`n.noted_at`)} < ${dayOfSending(sql`app_now()`)}`;

/** Returns whether an email of the day is due. */
export async function hasAnyRequired({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from assignment_notices n ${people} where ${ofEarlierDays} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the next people, by id, whose email of the day is due. */
export async function peopleOfTheDay(tx: CommandTransaction, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct a.user_id from assignment_notices n ${people}
    where ${ofEarlierDays} order by a.user_id limit ${most}`.execute(tx.db);
  return rows.map(({ userId }) => userId);
}

/**
 * Marks all records of active people as sent, and returns those that are still required. Each training is returned once, with any
 * number of servers. Trainings that were voided or completed by now are left out. Records of inactive people are not marked, and
 * are sent once the people are active again.
 */
export async function claimRequired(
  tx: CommandTransaction,
  userIds: readonly string[],
): Promise<readonly NewlyRequired[]> {
  const { rows } = await requiredOf(userIds).execute(tx.db);
  return rows;
}

/**
 * Returns the statement of {@link claimRequired}. On most days no notice is pending, so the planner expects none, and a join would
 * repeat a scan for each notice. The update is therefore not joined with the locked rows, and finds the same notices by the same
 * condition.
 */
export const requiredOf = (userIds: readonly string[]): RawBuilder<NewlyRequired> => {
  const mine = sql`n.told_at is null and ${reachable} and a.user_id = any(${[...userIds]}::text[])`;
  return sql<NewlyRequired>`
    with waiting as materialized (
      select n.assignment_id from assignment_notices n ${people} where ${mine} order by n.assignment_id for update of n
    ), told as (
      update assignment_notices n set told_at = app_now(), told_on = today_in(${zoneOf})
      from training_assignments a join users u on u.id = a.user_id left join organizations o on o.id = u.organization_id
      where (select count(*) from waiting) > 0 and a.id = n.assignment_id and ${mine}
      returning n.assignment_id
    ), placed as (
      select a.user_id, a.id, a.due_date, m.title, a.assignment_type, a.cycle_reason, v.number, a.assigned_by,
        row_number() over (partition by a.user_id order by a.assignment_type = 'retraining', a.due_date nulls last,
          lower(m.title), a.id) as place
      from told t join training_assignments a on a.id = t.assignment_id
      join training_modules m on m.id = a.module_id left join module_versions v on v.id = a.module_version_id
      where a.status in ('not_started', 'in_progress') and a.no_longer_required_at is null
    ), listed as (
      select user_id, min(id) as first_id, greatest(0, count(*) - ${mostListed})::int as more,
        json_agg(json_build_object('title', title, 'dueDate', due_date, 'retraining', case when assignment_type = 'retraining'
          then json_build_object('version', case when assigned_by is not null then number end, 'note', cycle_reason) end)
          order by place) filter (where place <= ${mostListed}) as listed
      from placed group by user_id
    )
    select l.*, u.email, u.settings, (${dayOfSending(sql`app_now()`)} + ${sendAt}) at time zone ${zoneOf} as planned_for
    from listed l join users u on u.id = l.user_id left join organizations o on o.id = u.organization_id
    order by l.user_id`;
};

/** Marks what is newly required of people as sent by an email that lists all of it: a reminder or an invitation. */
export async function markAsSent(tx: CommandTransaction, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await recordRequired(tx, userIds);
  await sql`
    update assignment_notices n set told_at = app_now(), told_on = today_in(${zoneOf})
    from training_assignments a join users u on u.id = a.user_id left join organizations o on o.id = u.organization_id
    where a.id = n.assignment_id and n.told_at is null and a.user_id = any(${[...userIds]}::text[])
  `.execute(tx.db);
}
