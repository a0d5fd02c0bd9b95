import { sql } from 'kysely';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { lockInspection, type StoredInspection } from '../inspections.store.ts';
import { admitInspectors, refuseOwnAccount, requireDays } from './admit-inspectors.ts';

/**
 * Changes the last day, the inspectors and the records that they may see (INS-01). People who are left out lose their access at
 * once. The new choice applies from the next call. ILLEGAL_STEP if the inspection is closed.
 */
export async function changeInspection(
  tx: CommandTransaction,
  { id, organizationIds, fromDay }: StoredInspection,
  { toDay, userIds, sees }: BodyOf<typeof contract.change>,
): Promise<void> {
  await lockInspection(tx, id);
  refuseOwnAccount(tx, userIds);
  await requireDays(tx, { organizationIds, fromDay, toDay }, { isNew: false });
  await sql`
    update inspections set to_day = ${toDay}, sees_cvs = ${sees.includes('cvs')}, sees_agreements = ${sees.includes('agreements')},
      sees_documents = ${sees.includes('documents')}, sees_bundle = ${sees.includes('bundle')}
    where id = ${id}`.execute(tx.db);
  await sql`
    update user_grants g set revoked_at = app_now(), revoked_by = ${tx.actorId}
    where g.inspection_id = ${id} and g.revoked_at is null and g.user_id <> all(${[...userIds]}::text[])`.execute(
    tx.db,
  );
  const { rows: kept } = await sql<{ userId: string }>`
    update user_grants g set valid_until = (${toDay}::date + 1)::timestamp at time zone o.time_zone
    from organizations o where o.id = g.organization_id and g.inspection_id = ${id} and g.revoked_at is null
    returning g.user_id`.execute(tx.db);
  const admitted = new Set(kept.map(({ userId }) => userId));
  const added = userIds.filter((userId) => !admitted.has(userId));
  await admitInspectors(tx, id, { organizationIds, fromDay, toDay }, added);
}
