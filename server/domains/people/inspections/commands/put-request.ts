import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { noReach } from '#shared/domain/access/permissions.ts';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { notifyPeople } from '#server/platform/notices.ts';
import { inspectionsWithin, lockInspection, type StoredInspection } from '../inspections.store.ts';

/**
 * Sends an inspector's request to the host, and notifies the administrators (INS-01). NOT_FOUND once the inspection no longer
 * admits the inspector.
 */
export async function putRequest(
  tx: CommandTransaction,
  { id, title }: StoredInspection,
  text: string,
): Promise<number> {
  await lockInspection(tx, id);
  // A request does not slip in after the access has ended.
  const { rows: own } = await sql`
    select 1 from inspections i where i.id = ${id} and ${inspectionsWithin({ reach: noReach, actorId: tx.actorId ?? '' })}`.execute(
    tx.db,
  );
  if (own.length === 0) throw new AppError('NOT_FOUND');
  const { rows } = await sql<{ id: number }>`
    insert into inspection_requests (inspection_id, request, requested_by, requested_at)
    values (${id}, ${text}, ${tx.actorId}, app_now()) returning id`.execute(tx.db);
  const [made] = rows;
  if (!made) throw new Error('the request was not kept');
  const { rows: hosts } = await sql<{ id: string }>`
    select u.id from users u where u.role = 'admin' and ${isActivePerson('u')}`.execute(tx.db);
  notifyPeople(tx, {
    notice: 'inspection_requested',
    userIds: hosts.map((host) => host.id),
    subjectId: tx.actorId,
    relatedId: String(id),
    params: { title },
    priority: 'high',
    dedupeKey: `inspection_requested ${String(made.id)}`,
  });
  return made.id;
}
