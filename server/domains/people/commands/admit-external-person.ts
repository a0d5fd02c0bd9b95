import { sql } from 'kysely';
import { userForm } from '#shared/contract/people-schemas.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { ExternalPersonAdmitted } from '#server/domains/accounts/index.ts';
import { factsOf } from '#server/domains/people/people.events.ts';
import { sharePlaces } from '#server/domains/people/places.ts';
import { withFieldErrors, requireFreeEmail } from '#server/domains/people/people.store.ts';

/**
 * Subscriber of `account.externalPersonAdmitted` (AUTH-03): a learner without organization and without password, whom
 * everybody who is told of new people is told of. Names that the product would not take are left out. VALIDATION_FAILED,
 * DUPLICATE where the address is, or was, somebody's.
 */
export async function admitExternalPerson(
  tx: CommandTransaction,
  event: ExternalPersonAdmitted,
): Promise<void> {
  const { email, firstName, lastName } = event;
  const address = userForm.shape.email.safeParse(email);
  if (!address.success) throw new AppError('VALIDATION_FAILED');
  await sharePlaces(tx);
  await requireFreeEmail(tx, address.data, null);
  const user = await withFieldErrors(() =>
    tx.db
      .insertInto('users')
      .values({
        email: address.data,
        firstName: userForm.shape.firstName.safeParse(firstName).data ?? null,
        lastName: userForm.shape.lastName.safeParse(lastName).data ?? null,
        role: 'learner',
        // There is no temporary password to replace, and no training to start with.
        onboardingCompleted: true,
        onboardedAt: sql<Date>`app_now()`,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  tx.emit({ type: 'user.created', userId: user.id, after: factsOf(user) });
}
