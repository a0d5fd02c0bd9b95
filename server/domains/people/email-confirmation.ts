import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { isGenuineToken, createStopLink, newOneTimeToken } from '#server/domains/accounts/index.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import {
  addressTakenMail,
  confirmEmailMail,
  emailChangedMail,
  emailReplacedMail,
  emailRequestedMail,
} from './people.mails.ts';
import { emailUse, type StoredPerson } from './people.store.ts';

/** Ends what waits for a confirmation: the new email and every link to it. */
export async function endEmailConfirmations(tx: CommandTransaction, userId: string): Promise<void> {
  await tx.db
    .updateTable('oneTimeTokens')
    .set({ usedAt: sql<Date>`app_now()` })
    .where('userId', '=', userId)
    .where('kind', '=', 'email_confirmation')
    .where('usedAt', 'is', null)
    .execute();
  await tx.db
    .updateTable('users')
    .set({ pendingEmail: null })
    .where('id', '=', userId)
    .where('pendingEmail', 'is not', null)
    .execute();
}

/**
 * Stores a new email until its link is used, which is sent to the new address, works once and for a day (AUTH-16). No answer
 * discloses whether an account has that address: its owner gets an email instead of the link.
 */
export async function requestConfirmationOfEmail(
  tx: CommandTransaction,
  person: StoredPerson,
  email: string,
): Promise<void> {
  await endEmailConfirmations(tx, person.id);
  await tx.db.updateTable('users').set({ pendingEmail: email }).where('id', '=', person.id).execute();
  const use = await emailUse(tx, email, person.id);
  if (use === 'free') await sendConfirmation(tx, person, email);
  if (use === 'taken') await notifyOwner(tx, email, person.id);
}

async function sendConfirmation(tx: CommandTransaction, person: StoredPerson, email: string): Promise<void> {
  const { token, row } = newOneTimeToken(tx.services.config, 'email_confirmation', person.id);
  await tx.db
    .insertInto('oneTimeTokens')
    .values({
      ...row,
      expiresAt: sql<Date>`app_now() + interval '1 day'`,
    })
    .execute();
  await queueMail(tx, {
    template: confirmEmailMail,
    to: email,
    userId: person.id,
    language: languageOf(person),
    payload: {},
    secret: token,
    cause: `profile.changed users ${person.id}`,
  });
}

async function notifyOwner(tx: CommandTransaction, email: string, byUserId: string): Promise<void> {
  const owner = await tx.db
    .selectFrom('users')
    .select(['id', 'email', 'settings'])
    .where(sql<boolean>`lower(email) = lower(${email}) and ${isActivePerson('users')}`)
    .executeTakeFirst();
  if (!owner) return;
  await queueMail(tx, {
    template: addressTakenMail,
    to: owner.email,
    userId: owner.id,
    language: settingsWithDefaults(owner.settings as Record<string, unknown>).language,
    payload: {},
    cause: `profile.changed users ${byUserId}`,
  });
}

/** Informs the present address that another one was requested, with the link that stops it for seven days (AUTH-16). */
export async function notifyRequestedAddress(tx: CommandTransaction, person: StoredPerson): Promise<void> {
  const { mailbox, secret } = await createStopLink(tx, person.id);
  await queueMail(tx, {
    template: emailRequestedMail,
    to: mailbox,
    userId: person.id,
    language: languageOf(person),
    payload: {},
    secret,
    cause: `profile.changed users ${person.id}`,
  });
}

/**
 * Notifies the former address, so that a person who did not request the change learns of it there. A change by an administrator can be
 * stopped for seven days at the address that the person has agreed to.
 */
export async function notifyFormerAddress(
  tx: CommandTransaction,
  person: StoredPerson,
  cause: 'profile.emailConfirmed' | 'user.changed',
): Promise<void> {
  const mail = {
    to: person.email,
    userId: person.id,
    language: languageOf(person),
    payload: {},
    cause: `${cause} users ${person.id}`,
  };
  const stop = cause === 'user.changed' ? await createStopLink(tx, person.id) : null;
  if (stop)
    await queueMail(tx, { ...mail, to: stop.mailbox, template: emailReplacedMail, secret: stop.secret });
  if (stop?.mailbox !== person.email) await queueMail(tx, { ...mail, template: emailChangedMail });
}

/** Uses a link once and returns its owner; null if it is unknown, used or too old. */
export async function spendConfirmation(tx: CommandTransaction, token: string): Promise<string | null> {
  const used = await tx.db
    .updateTable('oneTimeTokens')
    .set({ usedAt: sql<Date>`app_now()` })
    .where('tokenHash', '=', sha256Hex(token))
    .where('kind', '=', 'email_confirmation')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`app_now()`)
    .returning(['kind', 'tokenHash', 'userId', 'payload', 'mac'])
    .executeTakeFirst();
  return used && isGenuineToken(tx.services.config, used) ? used.userId : null;
}

const languageOf = (person: StoredPerson) => settingsWithDefaults(person.settings).language;
