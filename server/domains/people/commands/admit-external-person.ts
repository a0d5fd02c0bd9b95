import { sql } from 'kysely';
import { userForm } from '#shared/contract/people-schemas.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { ExternalPersonAdmitted } from '#server/domains/accounts/index.ts';
import { factsOf } from '#server/domains/people/people.events.ts';
import { sharePlaces } from '#server/domains/people/places.ts';
import { withFieldErrors, requireFreeEmail } from '#server/domains/people/people.store.ts';

/**
 * Subscriber of `account.externalPersonAdmitted` (AUTH-03): creates a learner without organization and password, and
 * notifies everybody who is notified of new people. Names that the product does not accept are left out. VALIDATION_FAILED,
 * DUPLICATE if the address belongs, or belonged, to somebody.
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
