import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { lockPerson, type StoredPerson } from '#server/domains/people/people.store.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** A name as signatures print it. */
export interface PrintedName {
  readonly firstName: string;
  readonly lastName: string;
}

/** Ends the pending request of a person, if there is one. */
export async function endPending(
  tx: CommandTransaction,
  userId: string,
  decision: 'approved' | 'withdrawn',
): Promise<void> {
  await tx.db
    .updateTable('nameRequests')
    .set({
      decision,
      decidedAt: sql<Date>`app_now()`,
      decidedBy: decision === 'withdrawn' ? null : tx.actorId,
    })
    .where('userId', '=', userId)
    .where('decision', 'is', null)
    .execute();
}

/** Refuses anyone who would decide about their own name (AUTH-16): CONFLICT. */
export function refuseOwn(tx: CommandTransaction, userId: string): void {
  if (tx.actorId === userId) throw new AppError('CONFLICT', { reason: 'name_needs_other' });
}

/**
 * Returns the pending request within the reach with its person, both locked; NOT_FOUND for every other, CONFLICT for their own
 * one.
 */
export async function lockRequest(tx: CommandTransaction, reach: Reach, id: number) {
  const within = withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`);
  const { rows: found } = await sql<{ userId: string }>`
    select r.user_id from name_requests r join users u on u.id = r.user_id where r.id = ${id} and ${within}
  `.execute(tx.db);
  const [known] = found;
  if (!known) throw new AppError('NOT_FOUND');
  const person = await lockPerson(tx, known.userId);
  refuseOwn(tx, person.id);
  const { rows } = await sql<PrintedName>`
    select first_name, last_name from name_requests where id = ${id} and decision is null for update`.execute(
    tx.db,
  );
  const [wanted] = rows;
  if (!wanted) throw new AppError('ILLEGAL_STEP', { reason: 'name_request_over' });
  return { person, wanted };
}

/** Stores the printed name of a locked person. */
export async function storeName(
  tx: CommandTransaction,
  person: StoredPerson,
  name: PrintedName,
): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ firstName: name.firstName, lastName: name.lastName })
    .where('id', '=', person.id)
    .execute();
}

/** Returns a person's printed name, in the form of the commands' answers. */
export const named = (
  userId: string,
  { firstName, lastName }: { firstName: string | null; lastName: string | null },
) => ({
  userId,
  firstName,
  lastName,
});

/** A pending request for the name that the person has got is approved with it. */
export async function approvePendingName(
  tx: CommandTransaction,
  userId: string,
  name: { readonly firstName: string | null; readonly lastName: string | null },
): Promise<void> {
  const { rows } = await sql`
    select 1 from name_requests where user_id = ${userId} and decision is null
      and first_name = ${name.firstName} and last_name = ${name.lastName}`.execute(tx.db);
  // Nobody approves their own request. An administrator without another one has changed the name directly.
  if (rows.length > 0) await endPending(tx, userId, tx.actorId === userId ? 'withdrawn' : 'approved');
}
