import { sql, type Kysely, type RawBuilder } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { InspectionState } from '#shared/domain/inspections/state.ts';
import type { DB } from '#server/db/db.d.ts';
import { runningGrantSql } from '#server/platform/access/running-grant.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** The reader of inspections: the resolved reach, and their own id. */
export interface InspectionReader {
  readonly reach: Reach;
  readonly actorId: string;
}

/** SQL condition over `i`: who sees every organization sees all inspections, an inspector those that admit them now (INS-01). */
export const inspectionsWithin = ({ reach, actorId }: InspectionReader): RawBuilder<boolean> =>
  reach.all
    ? sql<boolean>`true`
    : sql<boolean>`exists (select 1 from user_grants g where g.inspection_id = i.id and g.user_id = ${actorId}
        and ${sql.raw(runningGrantSql)})`;

/** SQL of the organizations `o` of an inspection `i`: those of its grants, which are never deleted. */
export const organizationsOfInspection = sql`(select o.* from organizations o
  where o.id in (select g.organization_id from user_grants g where g.inspection_id = i.id))`;

/**
 * The state of an inspection `i` (INS-01). It is open if today is within its days for at least one of its organizations, each in
 * its own time zone. It ends without an action when its last day is over in all of them. `inspectionState` in tests/models has
 * the same rule.
 */
export const inspectionStateSql = sql<InspectionState>`case
  when i.closed_at is not null then 'closed'
  when (select bool_and(today_in(o.time_zone) < i.from_day) from ${organizationsOfInspection} o) then 'planned'
  when (select bool_and(today_in(o.time_zone) > i.to_day) from ${organizationsOfInspection} o) then 'ended'
  else 'open' end`;

/** An inspection as commands and the trail need it. */
export interface StoredInspection {
  readonly id: number;
  readonly title: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly organizationIds: readonly number[];
  readonly userIds: readonly string[];
  /** The time at which the last access by it ends or ended. */
  readonly endsAt: Date;
}

/** Reads an inspection that the reader may see; NOT_FOUND. */
export async function requireInspection(
  db: Kysely<DB>,
  reader: InspectionReader,
  id: number,
): Promise<StoredInspection> {
  const { rows } = await sql<StoredInspection>`
    select i.id, i.title, i.from_day, i.to_day, i.opened_at, i.closed_at,
      (select array_agg(distinct g.organization_id) from user_grants g where g.inspection_id = i.id) as organization_ids,
      (select array_agg(distinct g.user_id) from user_grants g where g.inspection_id = i.id) as user_ids,
      coalesce(i.closed_at, (select max(g.valid_until) from user_grants g where g.inspection_id = i.id)) as ends_at
    from inspections i where i.id = ${id} and ${inspectionsWithin(reader)}`.execute(db);
  const [found] = rows;
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}

/** Locks an inspection that is not closed, so that it cannot be closed in the meantime; ILLEGAL_STEP. */
export async function lockInspection(tx: CommandTransaction, id: number): Promise<void> {
  const { rows } = await sql<{ closed: boolean }>`
    select closed_at is not null as closed from inspections where id = ${id} for update`.execute(tx.db);
  if (rows[0]?.closed !== false) throw new AppError('ILLEGAL_STEP', { reason: 'inspection_closed' });
}
