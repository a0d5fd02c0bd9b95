import { sql, type Expression, type RawBuilder } from 'kysely';
import { DUE_SOON_DAYS } from '#shared/domain/assignments/due.ts';
import type { DueGroup } from '#shared/domain/assignments/matrix-table.ts';
import type { EffectiveStatus } from '#shared/domain/assignments/status.ts';

/**
 * SQL of today's calendar date in the zone of an organization, UTC without one (SHELL-09, D13).
 *
 * @param zone expression of the organization's time zone, null for people without an organization
 */
export function todayIn(zone: Expression<unknown>): RawBuilder<string> {
  return sql<string>`today_in(coalesce(${zone}, 'UTC'))`;
}

/**
 * SQL of whether an open assignment is overdue: from the day after its due date in the organization's zone (LRN-01).
 * The one place of this rule in SQL; `effectiveStatus` of shared/domain/assignments is the same rule, and a test
 * compares both.
 */
export function isOverdue(
  status: Expression<unknown>,
  dueDate: Expression<unknown>,
  today: Expression<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${status} in ('not_started', 'in_progress') and ${dueDate} < ${today})`;
}

/**
 * SQL of whether no other completion of the module is valid longer than a completion that ends (LRN-01). The validity decides, not
 * the cycle: a past completion may be recorded after a newer one (USR-09).
 *
 * @param row alias of the assignment, which is completed and has a last valid day
 */
export function isValidLongest(row: string): RawBuilder<boolean> {
  const a = sql.raw(row);
  return sql<boolean>`not exists (
    select from training_assignments newer
    where newer.user_id = ${a}.user_id and newer.module_id = ${a}.module_id and newer.status = 'completed'
      and (coalesce(newer.next_renewal_date, 'infinity'), newer.cycle) > (${a}.next_renewal_date, ${a}.cycle))`;
}

/**
 * SQL of whether a completion of `training_assignments` has expired: from the day after its last valid day, where no other
 * completion of the module is valid longer (LRN-01). Looks for another one only where the day has passed.
 *
 * @param row alias of the assignment
 */
export function isExpired(row: string, today: Expression<unknown>): RawBuilder<boolean> {
  const a = sql.raw(row);
  return sql<boolean>`(case when ${a}.status = 'completed' and ${a}.next_renewal_date < ${today}
    then ${isValidLongest(row)} else false end)`;
}

/** SQL of the status that people see (SPEC §4, LRN-01): the stored one, overdue or expired (DESIGN rule 6). */
export function effectiveStatusOf({
  status,
  dueDate,
  expired,
  today,
}: {
  readonly status: Expression<unknown>;
  readonly dueDate: Expression<unknown>;
  /** See {@link isExpired}. */
  readonly expired: Expression<unknown>;
  readonly today: Expression<unknown>;
}): RawBuilder<EffectiveStatus> {
  return sql<EffectiveStatus>`case when ${isOverdue(status, dueDate, today)} then 'overdue'
    when ${expired} then 'expired' else ${status} end`;
}

/** SQL of whether an assignment represents its module: open, or completed and not yet past its renewal (MTX-05, MTX-08). */
export function isOpenOrValid(
  status: Expression<unknown>,
  nextRenewalDate: Expression<unknown>,
  today: Expression<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(${status} in ('not_started', 'in_progress')
    or (${status} = 'completed' and coalesce(${nextRenewalDate} >= ${today}, true)))`;
}

/** SQL of the days before the end in which a renewal is open; `renewalWindow` of shared/domain/assignments is the rule (MTX-08). */
export function renewalDays(period: Expression<unknown>, window: Expression<unknown>): RawBuilder<number> {
  return sql<number>`(case when ${period} is null then 0 else least(${window}, 14 * ${period}) end)`;
}

/**
 * SQL of the due group of an assignment that is not voided (LRN-01, LRN-03); `dueGroup` of shared/domain/assignments is the same
 * rule, and a test compares both.
 *
 * @param status the status that people see: {@link effectiveStatusOf}
 */
export function dueGroupOf(
  status: Expression<unknown>,
  dueDate: Expression<unknown>,
  today: Expression<unknown>,
): RawBuilder<DueGroup> {
  return sql<DueGroup>`case when ${status} = 'completed' then 'done' when ${status} in ('overdue', 'expired') then ${status}
    when ${dueDate} <= ${today} + ${sql.lit(DUE_SOON_DAYS)} then 'this_week' else 'later' end`;
}
