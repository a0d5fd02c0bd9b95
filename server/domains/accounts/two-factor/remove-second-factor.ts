import { accountPolicies, type PasswordProfile } from '#shared/domain/passwords/policy.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { SessionsEnded } from '#server/domains/accounts/accounts.events.ts';
import { twoFactorResetMail } from '#server/domains/accounts/accounts.mails.ts';
import { revokePasskeys } from '#server/domains/accounts/passkeys/revoke-passkeys.ts';
import { endSessionsOf } from '#server/domains/accounts/sessions.store.ts';
import { closeSigning } from '#server/domains/accounts/signing/closures.store.ts';
import { createStopLink } from '#server/domains/accounts/stop-links.ts';
import { removeTwoFactor } from '#server/domains/accounts/two-factor/authenticators.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';

/** A person who has lost the second factor; the row is locked. */
interface Person {
  readonly id: string;
  readonly settings: unknown;
}

/**
 * Removes authenticator, recovery codes and passkeys of a person who has lost them (AUTH-09, AUTH-19): all sessions end, signing is
 * closed until the person has proved their identity (SIG-05), and an email informs them. False if there was nothing to remove.
 */
export async function removeSecondFactor(
  tx: CommandTransaction,
  { id: userId, settings }: Person,
  action: string,
): Promise<boolean> {
  const revoked = await revokePasskeys(tx, userId, 'reset');
  if (!(await removeTwoFactor(tx, userId)) && revoked.length === 0) return false;
  await closeSigning(tx, userId, 'authenticator_reset');
  await requireLongerPassword(tx, tx.services.config.policy, userId);
  await endSessionsOf(tx.db, userId);
  const { mailbox, secret } = await createStopLink(tx, userId);
  await queueMail(tx, {
    template: twoFactorResetMail,
    to: mailbox,
    userId,
    language: settingsWithDefaults(settings as Record<string, unknown>).language,
    payload: {},
    secret,
    cause: `${action} users ${userId}`,
  });
  const ended: SessionsEnded = { type: 'account.sessionsEnded', userId, keptSid: null };
  tx.emit(ended);
  return true;
}

/** Requires a new password at the next sign-in if the profile accepts a shorter one with a second factor (AUTH-07). */
export async function requireLongerPassword(
  tx: CommandTransaction,
  profile: PasswordProfile,
  userId: string,
): Promise<void> {
  const { minLength, minLengthWithTwoFactor } = accountPolicies[profile];
  if (minLength <= minLengthWithTwoFactor) return;
  await tx.db.updateTable('users').set({ requirePasswordChange: true }).where('id', '=', userId).execute();
}
