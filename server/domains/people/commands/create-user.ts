import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { userForm } from '#shared/contract/people-schemas.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { issueTemporaryPassword, newUserId, type PreparedPassword } from '#server/domains/accounts/index.ts';
import { factsOf } from '#server/domains/people/people.events.ts';
import { sharePlaces } from '#server/domains/people/places.ts';
import {
  withFieldErrors,
  requireFreeEmail,
  requireManager,
  requirePlace,
} from '#server/domains/people/people.store.ts';

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
  await insertPerson(tx, userId, form);
  const kind = form.presetPassword === undefined ? 'generated' : 'preset';
  const { credentialId } = await issueTemporaryPassword(tx, kind, password, 'account_created');
  // After the password: issuing one ends the links that were sent before.
  tx.emit({ type: 'user.invited', userId });
  return { userId, credentialId };
}

/**
 * A person at a place, for a rehearsal of the assignments at the creation of a person there (MTX-06); refusals are those of
 * {@link createUser}.
 */
export async function createStandIn(
  tx: CommandTransaction,
  place: Pick<z.output<typeof userForm>, 'organizationId' | 'departmentId' | 'jobTitle' | 'isActive'>,
): Promise<string> {
  const email = `${randomUUID()}@rehearsal.invalid`;
  const id = newUserId();
  await insertPerson(tx, id, { email, firstName: 'New', lastName: 'Person', role: 'learner', ...place });
  return id;
}

async function insertPerson(
  tx: CommandTransaction,
  id: string,
  form: Omit<z.output<typeof userForm>, 'presetPassword' | 'effectHash'>,
): Promise<void> {
  await sharePlaces(tx);
  const organizationId = form.organizationId ?? null;
  const departmentId = form.departmentId ?? null;
  const managerId = form.managerId ?? null;
  await requireFreeEmail(tx, form.email, null);
  await requirePlace(tx, { organizationId, departmentId });
  if (managerId !== null) await requireManager(tx, null, managerId);
  const user = await withFieldErrors(() =>
    tx.db
      .insertInto('users')
      .values({
        id,
        email: form.email,
        firstName: form.firstName,
        lastName: form.lastName,
        role: form.role,
        organizationId,
        departmentId,
        managerId,
        jobTitle: form.jobTitle || null,
        isActive: form.isActive,
        mustChangePassword: true,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  tx.emit({ type: 'user.created', userId: user.id, after: factsOf(user) });
}
