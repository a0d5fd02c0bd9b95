import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { userForm } from '#shared/contract/people-schemas.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { issueTemporaryPassword, newUserId, type PreparedPassword } from '#server/domains/accounts/index.ts';
import { insertPerson } from '#server/domains/people/commands/insert-person.ts';

/** A created person and the credential whose password the answer contains. */
export interface CreatedUser {
  readonly userId: string;
  readonly credentialId: number;
}

/**
 * Creates a person with a temporary password, the preset one or a generated one (USR-02, AUTH-08). The password must be
 * changed at the first sign-in. DUPLICATE at `email`, VALIDATION_FAILED at `organizationId`, `departmentId`, `managerId`.
 */
export async function createUser(
  tx: CommandTransaction,
  form: z.output<typeof userForm>,
  password: PreparedPassword,
): Promise<CreatedUser> {
  const { userId } = password;
  await insertPerson(tx, userId, form, { mustChangePassword: true });
  const kind = form.presetPassword === undefined ? 'generated' : 'preset';
  const { credentialId } = await issueTemporaryPassword(tx, kind, password, 'account_created');
  // This comes after the password, because issuing one ends the links that were sent before.
  tx.emit({ type: 'user.invited', userId });
  return { userId, credentialId };
}

/**
 * Returns a person at a place, for a rehearsal of the assignments at the creation of a person there (MTX-06); refusals are those
 * of {@link createUser}.
 */
export async function createRehearsalPerson(
  tx: CommandTransaction,
  place: Pick<z.output<typeof userForm>, 'organizationId' | 'departmentId' | 'jobTitle' | 'isActive'>,
): Promise<string> {
  const email = `${randomUUID()}@rehearsal.invalid`;
  const id = newUserId();
  const person = { email, firstName: 'New', lastName: 'Person', role: 'learner', ...place } as const;
  await insertPerson(tx, id, person, { mustChangePassword: true });
  return id;
}
