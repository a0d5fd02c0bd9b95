import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { closeAfterOwnNameChange } from '#server/domains/people/commands/request-name.ts';
import { changesName } from '#shared/domain/people/name-changes.ts';
import {
  named,
  type PrintedName,
  refuseOwn,
  approvePendingName,
  storeName,
} from '#server/domains/people/names.store.ts';
import { lockPerson } from '#server/domains/people/people.store.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

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
    await closeAfterOwnNameChange(tx, userId);
    await approvePendingName(tx, userId, name);
  }
  return named(userId, name);
}
