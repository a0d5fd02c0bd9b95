import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { changesName, needsApproval } from '#shared/domain/people/name-changes.ts';
import { closeSigning } from '#server/domains/accounts/index.ts';
import { mailApprovers } from '#server/domains/people/names.mails.ts';
import { endPending, type PrintedName } from '#server/domains/people/names.store.ts';
import { dependsOnStatement } from '#server/domains/people/signing-state.queries.ts';
import type { StoredPerson } from '#server/domains/people/people.store.ts';
import { holdsHr } from '#server/platform/access/running-grant.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** SQL of the active people who may decide about the name of a person of an organization, without that person (AUTH-16). */
const approvers = (person: Pick<StoredPerson, 'id' | 'organizationId'>) => sql`
  from users a where a.id <> ${person.id} and ${isActivePerson('a')}
    and (a.role = 'admin' or ${holdsHr(sql`a.id`, sql`${person.organizationId}::int`)})`;

/** Returns whether the person's own change of the printed name needs the approval of another person (AUTH-16). */
export async function ownNameNeedsApproval(tx: CommandTransaction, person: StoredPerson): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${approvers(person)}`.execute(tx.db);
  return needsApproval({ isAdmin: person.role === 'admin', otherApprovers: rows[0]?.count ?? 0 });
}

/**
 * Closes signing of a person who has signed under one name and takes another without the approval of an independent person
 * (SIG-05). Such a person must confirm the identity first. An account that depends only on the statement of its person may be
 * that person's second account.
 */
export async function closeAfterOwnNameChange(tx: CommandTransaction, userId: string): Promise<void> {
  if (tx.actorId === null || !(await dependsOnStatement(tx.db, tx.actorId, userId))) return;
  const { rows } = await sql`select 1 from signatures where signer_id = ${userId} limit 1`.execute(tx.db);
  if (rows.length > 0) await closeSigning(tx, userId, 'name_changed', userId);
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
  tx.emit({ type: 'user.name_requested', userId: person.id });
  await mailApprovers(tx, person, wanted);
}
