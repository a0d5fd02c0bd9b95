import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { QueryOf, ResponseInput } from '#shared/contract/endpoint.ts';
import type { remindersContract } from '#shared/contract/reminders.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { targetedStatuses } from '#shared/domain/reminders/manual-reminders.ts';
import type { DB } from '#server/db/db.d.ts';
import { todayIn } from '#server/domains/assignments/index.ts';
import { nameOrEmailHas } from '#server/domains/people/index.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { askPrepared } from '#server/platform/postgres/named-statement.ts';
import { figuresOf } from './manual-figures.ts';

type Query = QueryOf<typeof remindersContract.info>;
type Row = ResponseInput<typeof remindersContract.info>[number];

/** SQL condition: is the person of `u` within the reach of the sender? */
export function reachedPerson(reach: Reach): RawBuilder<boolean> {
  return sql<boolean>`(u.erased_at is null and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)})`;
}

/** SQL: who may sign in and so can do what a reminder asks for. */
export const canSignIn: RawBuilder<boolean> = sql<boolean>`(u.is_active and o.is_active is not false)`;

/** SQL: who has one of the modules open, or completed it and it has expired since. */
const needsModules = (moduleIds: readonly number[]): RawBuilder<boolean> => sql<boolean>`exists (
  select from training_assignments a where a.user_id = u.id and a.module_id = any(${[...moduleIds]}::int[])
    and (a.status in ('not_started', 'in_progress')
      or (a.status = 'completed' and a.next_renewal_date < ${todayIn(sql`o.time_zone`)}))
    and not exists (select from training_assignments n where n.user_id = a.user_id and n.module_id = a.module_id
      and n.status <> 'voided' and n.cycle > a.cycle))`;

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

/**
 * The people of the reminder dialog by name, a page of them and how many there are (REM-01): one statement, in which the details
 * are looked up for the page alone.
 */
export async function listReminderInfo(
  db: Kysely<DB>,
  reach: Reach,
  query: Query,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const rows = await askPrepared(
    db,
    'reminders.info',
    sql<{ readonly person: Row | null; readonly total: number }>`
    with ${figuresOf(wanted(reach, query), names, query.moduleIds)}, matches as (
      select f.* from figures f where ${eligible(query)}
    ), page as (
      select * from matches order by lower(last_name), lower(first_name), id limit ${query.limit} offset ${query.offset}
    )
    select t.total, case when p.id is not null then json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
      'email', p.email, 'organizationName', p.organization_name, 'departmentName', d.name, 'status', p.status,
      'pendingCount', p.pending_count, 'overdueCount', p.overdue_count, 'expiredCount', p.expired_count, 'invitationOpen', p.invitation_open,
      'lastReminder', l.reminder) end as person
    from (select count(*)::int as total from matches) t
    left join page p on true
    left join departments d on d.id = p.department_id
    left join lateral (
      select json_build_object('type', r.type, 'sentAt', to_char(r.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'byName', nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), '')) as reminder
      from manual_reminders r join users s on s.id = r.sent_by
      where r.user_id = p.id order by r.sent_at desc, r.id desc limit 1
    ) l on true
    order by lower(p.last_name), lower(p.first_name), p.id`,
  );
  return {
    rows: rows.flatMap(({ person }) => (person ? [person] : [])),
    total: rows[0]?.total ?? 0,
  };
}
