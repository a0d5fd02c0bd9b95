import { sql } from 'kysely';
import { LONGEST_INSPECTION_MONTHS } from '#shared/domain/inspections/state.ts';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { errorAtField } from '#server/domains/people/people.store.ts';

/** The days of an inspection with the organizations whose zones decide when they start and end. */
interface Days {
  readonly organizationIds: readonly number[];
  readonly fromDay: string;
  readonly toDay: string;
}

/** Refuses days that are over or too far away in any organization, at their field; `isNew`: the first day counts too (INS-01). */
export async function requireDays(
  tx: CommandTransaction,
  { organizationIds, fromDay, toDay }: Days,
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  if (toDay < fromDay) throw errorAtField('toDay', 'inspection_days_order');
  const { rows } = await sql<{ found: number; begun: boolean; over: boolean; tooFar: boolean }>`
    select count(*)::int as found, bool_and(${fromDay}::date < today_in(o.time_zone)) as begun,
      bool_or(${toDay}::date < today_in(o.time_zone)) as over,
      bool_or(${toDay}::date > today_in(o.time_zone) + make_interval(months => ${LONGEST_INSPECTION_MONTHS})) as too_far
    from organizations o where o.id = any(${[...organizationIds]}::int[]) and (o.is_active or ${!isNew})`.execute(
    tx.db,
  );
  const [days] = rows;
  if (days?.found !== new Set(organizationIds).size) throw errorAtField('organizationIds', 'no_organization');
  if (isNew && days.begun) throw errorAtField('fromDay', 'day_over');
  if (days.over) throw errorAtField('toDay', 'day_over');
  if (days.tooFar) throw errorAtField('toDay', 'inspector_too_long');
}

/**
 * Gives accounts the grant of an inspection for each of its organizations, from the start of its first day to the end of its last
 * day there (INS-01). The accounts must be active, and not administrators, who see everything anyway.
 */
export async function admitInspectors(
  tx: CommandTransaction,
  inspectionId: number,
  { organizationIds, fromDay, toDay }: Days,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  // Other decisions about the access of these people at this moment see the present grants.
  const { rows: fit } = await sql<{ id: string }>`
    select u.id from users u where u.id = any(${[...userIds]}::text[]) and u.role <> 'admin' and ${isActivePerson('u')}
    order by u.id for no key update`.execute(tx.db);
  if (fit.length !== new Set(userIds).size) throw errorAtField('userIds', 'inspection_not_inspector');
  await sql`
    insert into user_grants (user_id, kind, organization_id, valid_from, valid_until, granted_by, inspection_id)
    select u.id, 'inspector', o.id, greatest(app_now(), ${fromDay}::date::timestamp at time zone o.time_zone),
      (${toDay}::date + 1)::timestamp at time zone o.time_zone, ${tx.actorId}, ${inspectionId}
    from unnest(${[...new Set(userIds)]}::text[]) u (id), organizations o
    where o.id = any(${[...organizationIds]}::int[]) order by u.id, o.id`.execute(tx.db);
}

/** Refuses anyone who would admit themselves (INS-01). */
export function refuseOwnAccount(tx: CommandTransaction, userIds: readonly string[]): void {
  if (tx.actorId !== null && userIds.includes(tx.actorId))
    throw errorAtField('userIds', 'inspection_own_account');
}
