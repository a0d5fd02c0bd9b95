import { sql, type RawBuilder } from 'kysely';
import type { ReminderStatus } from '#shared/domain/compliance/figures.ts';
import {
  countsOf,
  currentPeople,
  everybody,
  figureCtes,
  todayIn,
} from '#server/domains/assignments/index.ts';

/** The facts of a person that reminders need, in SQL (SPEC §3 'Reminder-info user'). */
export interface FiguresRow {
  readonly id: string;
  readonly pendingCount: number;
  readonly overdueCount: number;
  readonly expiredCount: number;
  readonly invitationOpen: boolean;
  readonly status: ReminderStatus;
}

/**
 * Returns parts of a `with`. `figures` has {@link FiguresRow} of every person whom the condition on `u` and `o` selects, with
 * more columns if requested. Counts are those of CMP-03, and the status is `reminderStatus` of shared/domain/compliance; a test
 * compares both. If modules are given, counts and status are those of these modules alone, required or not.
 *
 * @param condition SQL condition over users `u` and organizations `o`
 * @param more further columns, each after a comma
 */
export function figuresOf(
  condition: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
  moduleIds?: readonly number[],
) {
  if (moduleIds) return figuresOfModules(condition, more, moduleIds);
  return sql`
    ${figureCtes}, people as materialized (
      select u.id, u.last_sign_in_at is null or u.must_change_password as invitation_open${more}
      from users u left join organizations o on o.id = u.organization_id
      where ${condition}
    ), figures as (
      select p.*, n.pending as pending_count, f.overdue as overdue_count, f.expired as expired_count,
        case when f.required_late > 0 then case when n.pending > 0 then 'mixed' else 'overdue' end
          when f.required_open > 0 or not f.has_signed_in then 'pending'
          else 'compliant' end as status
      from people p join (${currentPeople(everybody, { among: sql`select id from people` })}) f on f.user_id = p.id
      cross join lateral (select f.in_progress + f.not_started as pending) n
    )`;
}

function figuresOfModules(
  condition: RawBuilder<unknown>,
  more: RawBuilder<unknown>,
  moduleIds: readonly number[],
) {
  const assignments = sql`select a.* from training_assignments a
    where a.user_id = u.id and a.module_id = any(${[...moduleIds]}::int[]) and a.status <> 'voided'`;
  return sql`
    figures as materialized (
      select u.id, u.last_sign_in_at is null or u.must_change_password as invitation_open${more},
        n.pending as pending_count, f.overdue as overdue_count, f.expired as expired_count,
        case when f.overdue + f.expired > 0 then case when n.pending > 0 then 'mixed' else 'overdue' end
          when n.pending > 0 then 'pending' else 'compliant' end as status
      from users u left join organizations o on o.id = u.organization_id
      cross join lateral (select ${todayIn(sql`o.time_zone`)} as today) t
      cross join lateral (${countsOf(assignments)}) f
      cross join lateral (select f.in_progress + f.not_started as pending) n
      where ${condition}
    )`;
}
