import { sql, type Kysely } from 'kysely';
import { reminderLimits, type ReminderType } from '#shared/domain/reminders/manual-reminders.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { settingsWithDefaults, type UserSettings } from '#shared/domain/people/settings.ts';
import type { DB } from '#server/db/db.d.ts';
import { isExpired, isOverdue } from '#server/domains/assignments/index.ts';
import { isAwayToday } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { figuresOf, type FiguresRow } from './manual-figures.ts';
import { canSignIn, reachedPerson } from './manual-reminders.queries.ts';

/** A person to remind, with the facts that decide whether the reminder is sent. */
export interface Recipient extends FiguresRow {
  readonly email: string;
  readonly organizationId: number | null;
  readonly isActive: boolean;
  readonly isAway: boolean;
  readonly settings: UserSettings;
  readonly remindedRecently: boolean;
}

type StoredRecipient = Omit<Recipient, 'settings'> & { readonly settings: Record<string, unknown> };

/**
 * Returns the people of these ids in the reach of the sender, in one statement; missing ones are out of reach. With modules, by
 * their status in these alone.
 */
export async function readRecipients(
  db: Kysely<DB>,
  reach: Reach,
  userIds: readonly string[],
  type: ReminderType,
  moduleIds?: readonly number[],
): Promise<readonly Recipient[]> {
  const columns = sql`, u.email, u.organization_id, u.settings, ${canSignIn} as is_active, ${isAwayToday} as is_away,
    exists (select 1 from manual_reminders r where r.user_id = u.id and r.type = ${type}
      and r.sent_at > app_now() - make_interval(hours => ${reminderLimits.hoursBetween})) as reminded_recently`;
  const condition = sql`u.id = any(${[...userIds]}::text[]) and ${reachedPerson(reach)}`;
  const { rows } = await sql<StoredRecipient>`
    with ${figuresOf(condition, columns, moduleIds)} select * from figures order by id
  `.execute(db);
  return rows.map((row) => ({ ...row, settings: settingsWithDefaults(row.settings) }));
}

/**
 * Returns how many reminders a sender has sent within the last hour, and in how many seconds the oldest of them no longer counts.
 */
export async function countSent(
  db: Kysely<DB>,
  senderId: string,
): Promise<{ readonly sent: number; readonly seconds: number }> {
  const { rows } = await sql<{ sent: number; seconds: number }>`
    select count(*)::int as sent,
      coalesce(ceil(extract(epoch from min(sent_at) + interval '1 hour' - app_now())), 0)::int as seconds
    from manual_reminders where sent_by = ${senderId} and sent_at > app_now() - interval '1 hour'
  `.execute(db);
  return rows[0] ?? { sent: 0, seconds: 0 };
}

/** Records the reminders with their senders and recipients, in one statement. */
export async function insertReminders(
  tx: CommandTransaction,
  sentBy: string,
  type: ReminderType,
  message: string | null,
  people: readonly Recipient[],
): Promise<void> {
  await tx.db
    .insertInto('manualReminders')
    .values(
      people.map(({ id, pendingCount, overdueCount }) => ({
        userId: id,
        type,
        sentBy,
        message,
        pendingCount,
        overdueCount,
      })),
    )
    .execute();
}

/** A training in a reminder. */
export interface ListedTraining {
  readonly title: string;
  /** A calendar date. */
  readonly dueDate: string | null;
  readonly overdue: boolean;
  /** The last valid day of a completion that has expired; there is no due date then. */
  readonly validUntil?: string;
}

/** The open trainings of a person that a reminder names, and the number of further ones. */
export interface TrainingList {
  readonly trainings: readonly ListedTraining[];
  readonly more: number;
}

/**
 * Returns the trainings that a reminder names: the open trainings of each person by due date. A reminder about late trainings
 * names only the overdue ones, and the expired ones without an overdue renewal. If modules are given, it names only theirs. One
 * statement for all.
 */
export async function readTrainings(
  db: Kysely<DB>,
  userIds: readonly string[],
  { onlyLate, moduleIds }: { readonly onlyLate: boolean; readonly moduleIds?: readonly number[] | undefined },
): Promise<ReadonlyMap<string, TrainingList>> {
  const today = sql`today_in(coalesce(o.time_zone, 'UTC'))`;
  const overdue = (row: string) => isOverdue(sql.raw(`${row}.status`), sql.raw(`${row}.due_date`), today);
  const wanted = onlyLate
    ? sql`(s.overdue or (s.expired and not exists (select from training_assignments n
        where n.user_id = a.user_id and n.module_id = a.module_id and ${overdue('n')})))`
    : sql`a.status in ('not_started', 'in_progress')`;
  const statement = sql<TrainingList & { readonly userId: string }>`
    select user_id, greatest(0, count(*) - ${reminderLimits.listedTrainings})::int as more,
      json_agg(json_strip_nulls(json_build_object('validUntil', valid_until))::jsonb
        || jsonb_build_object('title', title, 'dueDate', due_date, 'overdue', overdue) order by place)
        filter (where place <= ${reminderLimits.listedTrainings}) as trainings
    from (
      select a.user_id, m.title, case when not s.expired then a.due_date end as due_date, s.overdue,
        case when s.expired then a.next_renewal_date end as valid_until,
        row_number() over (partition by a.user_id order by case when s.expired then a.next_renewal_date else a.due_date end nulls last,
          lower(m.title), a.id) as place
      from training_assignments a join training_modules m on m.id = a.module_id join users u on u.id = a.user_id
      left join organizations o on o.id = u.organization_id
      cross join lateral (select coalesce(${overdue('a')}, false) as overdue, ${isExpired('a', today)} as expired) s
      where a.user_id = any(${[...userIds]}::text[]) and ${wanted}
        ${moduleIds ? sql`and a.module_id = any(${[...moduleIds]}::int[])` : sql``}
    ) t group by user_id`;
  // A plan for one person is not one for many.
  const rows =
    userIds.length === 1
      ? await queryPrepared(db, 'reminders.trainings', statement)
      : (await statement.execute(db)).rows;
  return new Map(rows.map(({ userId, trainings, more }) => [userId, { trainings, more }]));
}
