import type { z } from 'zod';
import type { userForm } from '#shared/contract/people-schemas.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { factsOf } from '#server/domains/people/people.events.ts';
import { sharePlaces } from '#server/domains/people/places.ts';
import {
  requireFreeEmail,
  requireManager,
  requirePlace,
  withFieldErrors,
} from '#server/domains/people/people.store.ts';

/** A new person; a directory may not know the names. */
export type NewPerson = Omit<
  z.output<typeof userForm>,
  'presetPassword' | 'effectHash' | 'firstName' | 'lastName'
> & {
  readonly firstName: string | null;
  readonly lastName: string | null;
};

/**
 * Stores a new person and raises `user.created`, so that the rules of MTX-06 apply. DUPLICATE at `email`, VALIDATION_FAILED at
 * `organizationId`, `departmentId`, `managerId`.
 */
export async function insertPerson(
  tx: CommandTransaction,
  id: string,
  form: NewPerson,
  {
    mustChangePassword,
    emailIsFree,
  }: { readonly mustChangePassword: boolean; /** The command has looked. */ readonly emailIsFree?: true },
): Promise<void> {
  await sharePlaces(tx);
  const organizationId = form.organizationId ?? null;
  const departmentId = form.departmentId ?? null;
  const managerId = form.managerId ?? null;
  if (!emailIsFree) await requireFreeEmail(tx, form.email, null);
  await requirePlace(tx, { organizationId, departmentId });
  if (managerId !== null) await requireManager(tx, null, managerId);
  const user = await withFieldErrors(() =>
    tx.db
      .insertInto('users')
      .values({
        id,
        email: form.email,
        externalId: form.externalId || null,
        firstName: form.firstName,
        lastName: form.lastName,
        role: form.role,
        organizationId,
        departmentId,
        managerId,
        jobTitle: form.jobTitle || null,
        isActive: form.isActive,
        mustChangePassword,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  tx.emit({ type: 'user.created', userId: user.id, after: factsOf(user) });
}
