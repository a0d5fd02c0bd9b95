import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { changesName, needsApproval } from '#shared/domain/people/name-changes.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { holdsHr } from '#server/platform/access/running-grant.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { mailApprovers, mailDecision } from '#server/domains/people/name-mails.ts';
import { factsOf, peopleEvent } from '#server/domains/people/people.events.ts';
import { lockPerson, type StoredPerson } from '#server/domains/people/people.store.ts';

/** A name as signatures print it. */
export interface PrintedName {
  readonly firstName: string;
  readonly lastName: string;
}

/** SQL of the active people who may decide about the name of a person of an organization, without that person (AUTH-16). */
const approvers = (person: Pick<StoredPerson, 'id' | 'organizationId'>) => sql`
  from users a where a.id <> ${person.id} and a.is_active and a.erased_at is null
    and (a.role = 'admin' or ${holdsHr(sql`a.id`, sql`${person.organizationId}::int`)})`;

/** Whether the person's own change of the printed name has to be approved by somebody else (AUTH-16). */
export async function ownNameNeedsApproval(tx: CommandTransaction, person: StoredPerson): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${approvers(person)}`.execute(tx.db);
  return needsApproval({ isAdmin: person.role === 'admin', otherApprovers: rows[0]?.count ?? 0 });
}

/** Ends the pending request of a person, if there is one. */
async function endPending(
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

/** Requests another printed name for its owner (AUTH-16): it replaces a pending request, and those who decide are notified. */
export async function requestName(
  tx: CommandTransaction,
  person: StoredPerson,
  wanted: PrintedName,
): Promise<void> {
  const pending = await tx.db
    .selectFrom('nameRequests')
    .select(['firstName', 'lastName'])
    .where('userId', '=', person.id)
    .where('decision', 'is', null)
    .executeTakeFirst();
  if (pending && !changesName(pending, wanted)) return;
  await endPending(tx, person.id, 'withdrawn');
  await tx.db
    .insertInto('nameRequests')
    .values({ userId: person.id, ...wanted })
    .execute();
  tx.emit(peopleEvent({ type: 'user.name_requested', userId: person.id }));
  await mailApprovers(tx, person, wanted);
}

/** Withdraws the own pending request; NOT_FOUND where none is pending. */
export async function withdrawNameRequest(tx: CommandTransaction, userId: string): Promise<void> {
  await lockPerson(tx, userId);
  const { rows } = await sql`
    select 1 from name_requests where user_id = ${userId} and decision is null`.execute(tx.db);
  if (rows.length === 0)
    throw new AppError('NOT_FOUND', { detail: 'No request of another name is pending.' });
  await endPending(tx, userId, 'withdrawn');
}

/** Refuses whoever would decide about their own name (AUTH-16): CONFLICT. */
function refuseOwn(tx: CommandTransaction, userId: string): void {
  if (tx.actorId === userId)
    throw new AppError('CONFLICT', { detail: 'Somebody else decides about your own name.' });
}

/** The pending request within the reach with its person, both locked; NOT_FOUND for every other, CONFLICT for the own one. */
async function lockRequest(tx: CommandTransaction, reach: Reach, id: number) {
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
  if (!wanted) throw new AppError('ILLEGAL_STEP', { detail: 'This request is not pending any more.' });
  return { person, wanted };
}

async function storeName(tx: CommandTransaction, person: StoredPerson, name: PrintedName): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ firstName: name.firstName, lastName: name.lastName })
    .where('id', '=', person.id)
    .execute();
  const before = factsOf(person);
  tx.emit(
    peopleEvent({ type: 'user.name_changed', userId: person.id, before, after: { ...before, ...name } }),
  );
}

const named = (
  userId: string,
  { firstName, lastName }: { firstName: string | null; lastName: string | null },
) => ({
  userId,
  firstName,
  lastName,
});

/** Approves a request of the reach (AUTH-16): the name is the requested one from now on. NOT_FOUND, CONFLICT for the own one, ILLEGAL_STEP. */
export async function approveName(
  tx: CommandTransaction,
  reach: Reach,
  id: number,
  reason: string | undefined,
) {
  const { person, wanted } = await lockRequest(tx, reach, id);
  await tx.db
    .updateTable('nameRequests')
    .set({
      decision: 'approved',
      decidedAt: sql<Date>`app_now()`,
      decidedBy: tx.actorId,
      reason: reason ?? null,
    })
    .where('id', '=', id)
    .execute();
  await storeName(tx, person, wanted);
  await mailDecision(tx, person, wanted, null);
  return named(person.id, wanted);
}

/** Declines a request of the reach with a reason (AUTH-16): the name stays. NOT_FOUND, CONFLICT for the own one, ILLEGAL_STEP. */
export async function declineName(tx: CommandTransaction, reach: Reach, id: number, reason: string) {
  const { person, wanted } = await lockRequest(tx, reach, id);
  await tx.db
    .updateTable('nameRequests')
    .set({ decision: 'declined', decidedAt: sql<Date>`app_now()`, decidedBy: tx.actorId, reason })
    .where('id', '=', id)
    .execute();
  tx.emit(peopleEvent({ type: 'user.name_declined', userId: person.id }));
  await mailDecision(tx, person, wanted, reason);
  return named(person.id, person);
}

/** Changes the printed name of another person of the reach (AUTH-16); a pending request for just this name is approved by it. NOT_FOUND, CONFLICT. */
export async function changeName(
  tx: CommandTransaction,
  reach: Reach,
  userId: string,
  name: PrintedName,
  check: (changes: boolean) => void,
) {
  const within = withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`);
  const { rows } = await sql`
    select 1 from users u where u.id = ${userId} and u.erased_at is null and ${within}`.execute(tx.db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  const person = await lockPerson(tx, userId);
  refuseOwn(tx, userId);
  check(changesName(person, name));
  if (changesName(person, name)) {
    await storeName(tx, person, name);
    await settlePending(tx, userId, name);
  }
  return named(userId, name);
}

/** A pending request for the name that the person has got is approved with it. */
export async function settlePending(
  tx: CommandTransaction,
  userId: string,
  name: { readonly firstName: string | null; readonly lastName: string | null },
): Promise<void> {
  const { rows } = await sql`
    select 1 from name_requests where user_id = ${userId} and decision is null
      and first_name = ${name.firstName} and last_name = ${name.lastName}`.execute(tx.db);
  // Nobody approves their own request: an administrator alone has changed the name directly.
  if (rows.length > 0) await endPending(tx, userId, tx.actorId === userId ? 'withdrawn' : 'approved');
}
