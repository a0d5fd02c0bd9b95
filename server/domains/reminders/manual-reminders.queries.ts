import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { QueryOf, ResponseInput } from '#shared/contract/endpoint.ts';
import type { remindersContract } from '#shared/contract/reminders.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { reminderStatuses, type ReminderStatus } from '#shared/domain/compliance/figures.ts';
import { targetedStatuses } from '#shared/domain/reminders/manual-reminders.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  figureCtes,
  figuresBy,
  isExpired,
  peoplePage,
  statusConditions,
  todayIn,
  type GroupRow,
} from '#server/domains/assignments/index.ts';
import { nameOrEmailHas } from '#server/domains/people/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { figuresOf } from './manual-figures.ts';

type Query = QueryOf<typeof remindersContract.info>;
type Row = ResponseInput<typeof remindersContract.info>[number];

/** SQL condition: is the person of `u` within the reach of the sender? */
export function reachedPerson(reach: Reach): RawBuilder<boolean> {
  return sql<boolean>`(u.erased_at is null and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)})`;
}

/** SQL: people who may sign in and so can act on a reminder. */
export const canSignIn: RawBuilder<boolean> = sql<boolean>`(u.is_active and o.is_active is not false)`;

/** SQL condition: does the person have one of the modules open, or completed and expired since? */
const needsModules = (moduleIds: readonly number[]): RawBuilder<boolean> => sql<boolean>`exists (
  select from training_assignments a where a.user_id = u.id and a.module_id = any(${[...moduleIds]}::int[])
    and (a.status in ('not_started', 'in_progress') or ${isExpired('a', todayIn(sql`o.time_zone`))}))`;

function wanted(reach: Reach, { q, userIds, moduleIds }: Query): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [reachedPerson(reach), canSignIn];
  if (userIds) parts.push(sql`u.id = any(${[...userIds]}::text[])`);
  if (moduleIds) parts.push(needsModules(moduleIds));
  if (q?.trim()) parts.push(nameOrEmailHas(q.trim()));
  return sql.join(parts, sql` and `);
}

/** `isEligible` of shared/domain/reminders as a condition on `figures`; a test compares both. */
function eligible({ type, status }: Query): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (type) parts.push(sql`f.status = any(${[...targetedStatuses[type]]}::text[])`);
  if (type === 'accept_invite') parts.push(sql`f.invitation_open`);
  if (status) parts.push(sql`f.status = ${status}`);
  return sql.join(parts, sql` and `);
}

const names = sql`, u.first_name, u.last_name, u.email, o.name as organization_name, u.department_id`;

/** The page and how many people there are. */
interface Listed {
  readonly rows: Row[];
  readonly total: number;
}

/** Returns the people of the reminder dialog by name, a page of them and how many there are (REM-01). */
export const listReminderInfo = (db: Kysely<DB>, reach: Reach, query: Query): Promise<Listed> =>
  isSummed(query) ? listBySums(db, reach, query) : listFound(db, reach, query);

/** Returns whether the kept sums say how many people a list has. */
const isSummed = ({ q, userIds, moduleIds, type, status }: Query): boolean =>
  !q?.trim() && !userIds && !moduleIds && !(type === 'accept_invite' && status);

/** The facts of a person `p` of a page, in the form of the API. */
const person = sql<Row>`json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
  'email', p.email, 'organizationName', p.organization_name, 'departmentName', d.name, 'status', p.status,
  'pendingCount', p.pending_count, 'overdueCount', p.overdue_count, 'expiredCount', p.expired_count, 'invitationOpen', p.invitation_open,
  'lastReminder', l.reminder)`;

const details = sql`
  left join departments d on d.id = p.department_id
  left join lateral (
    select json_build_object('type', r.type, 'sentAt', to_char(r.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'byName', nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), '')) as reminder
    from manual_reminders r join users s on s.id = r.sent_by
    where r.user_id = p.id order by r.sent_at desc, r.id desc limit 1
  ) l on true
  order by lower(p.last_name), lower(p.first_name), p.id`;

/** Returns the statuses that a list is narrowed to. */
const statusesOf = ({ type, status }: Query): readonly ReminderStatus[] =>
  (type ? targetedStatuses[type] : reminderStatuses).filter((one) => !status || one === status);

/**
 * Lists everybody within the reach, or everybody with certain statuses. The page is read in its order, and its length comes from
 * the sums of figures.
 */
async function listBySums(db: Kysely<DB>, reach: Reach, query: Query): Promise<Listed> {
  const invited = query.type === 'accept_invite';
  const statuses = statusesOf(query);
  const wantedStatus = sql`(${statuses.length === 0 ? sql`false` : sql.join(conditionsFor(statuses), sql` or `)})`;
  const page = peoplePage({
    where: sql`${reachedPerson(reach)} and ${canSignIn}`,
    condition: sql`is_active and ${wantedStatus} and ${invited ? sql`invitation_open` : sql`true`}`,
    order: sql`lower(last_name), lower(first_name), user_id`,
    limit: query.limit,
    offset: query.offset,
  });
  const [people, sums, archived] = await Promise.all([
    queryPrepared(
      db,
      'reminders.page',
      sql<{ readonly person: Row }>`
      with ${figureCtes}, page as (
        select f.*, f.user_id as id, f.in_progress + f.not_started as pending_count, f.overdue as overdue_count,
          f.expired as expired_count, case ${statusCases} end as status
        from (${page}) f
      )
      select ${person} as person from page p ${details}`,
    ),
    figuresBy(db, { reach, org: 'all' }, ['organization']),
    queryPrepared(
      db,
      'organizations.archived',
      sql<{ readonly id: number }>`select id from organizations where not is_active`,
    ),
  ]);
  const closed = new Set<number | null>(archived.map(({ id }) => id));
  const open = sums.filter(({ organizationId }) => !closed.has(organizationId));
  const count = (row: GroupRow) =>
    invited ? row.invitedPeople : statuses.reduce((sum, one) => sum + countOf[one](row), 0);
  return {
    rows: people.map((row) => row.person),
    total: open.reduce((sum, row) => sum + count(row), 0),
  };
}

/** How many people of a group have a status. */
const countOf: Readonly<Record<ReminderStatus, (row: GroupRow) => number>> = {
  overdue: ({ overduePeople, mixedPeople }) => overduePeople - mixedPeople,
  mixed: ({ mixedPeople }) => mixedPeople,
  pending: ({ onTrack }) => onTrack,
  compliant: ({ active, overduePeople, onTrack }) => active - overduePeople - onTrack,
};

const conditionsFor = (statuses: readonly ReminderStatus[]): RawBuilder<boolean>[] =>
  statuses.map((one) => statusConditions[one]);

const statusCases = sql.join(
  reminderStatuses.map((one) => sql`when ${statusConditions[one]} then ${sql.lit(one)}`),
  sql` `,
);

/** Returns a list of people who are named or searched for, or have some modules: all of them are looked at. */
async function listFound(db: Kysely<DB>, reach: Reach, query: Query): Promise<Listed> {
  const rows = await queryPrepared(
    db,
    'reminders.info',
    sql<{ readonly person: Row | null; readonly total: number }>`
    with ${figuresOf(wanted(reach, query), names, query.moduleIds)}, matches as (
      select f.* from figures f where ${eligible(query)}
    ), page as (
      select * from matches order by lower(last_name), lower(first_name), id limit ${query.limit} offset ${query.offset}
    )
    select t.total, case when p.id is not null then ${person} end as person
    from (select count(*)::int as total from matches) t left join page p on true ${details}`,
  );
  return {
    rows: rows.flatMap((row) => (row.person ? [row.person] : [])),
    total: rows[0]?.total ?? 0,
  };
}
