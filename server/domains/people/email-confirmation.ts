import { isGenuineToken, newOneTimeToken } from '#server/domains/accounts/index.ts';
import { sql } from 'kysely';
import { queueMail } from '#server/platform/mail/outbox.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { confirmEmailMail, emailChangedMail } from './people.mails.ts';
import type { StoredPerson } from './people.store.ts';

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

/** Lets a new email wait for its link, which goes to the new address, works once and for a day (AUTH-16). */
export async function askToConfirm(
  tx: CommandTransaction,
  person: StoredPerson,
  email: string,
): Promise<void> {
  await endEmailConfirmations(tx, person.id);
  await tx.db.updateTable('users').set({ pendingEmail: email }).where('id', '=', person.id).execute();
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

/** Tells the address that was left; who did not ask for it learns of it there. */
export async function tellFormerAddress(
  tx: CommandTransaction,
  person: StoredPerson,
  cause: 'profile.emailConfirmed' | 'user.changed',
): Promise<void> {
  await queueMail(tx, {
    template: emailChangedMail,
    to: person.email,
    userId: person.id,
    language: languageOf(person),
    payload: {},
    cause: `${cause} users ${person.id}`,
  });
}

/** Uses a link once and answers whose it is; null where it is unknown, used or too old. */
export async function spendConfirmation(tx: CommandTransaction, token: string): Promise<string | null> {
  const used = await tx.db
    .updateTable('oneTimeTokens')
    .set({ usedAt: sql<Date>`app_now()` })
    .where('tokenHash', '=', sha256Hex(token))
    .where('kind', '=', 'email_confirmation')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`app_now()`)
    .returning(['kind', 'tokenHash', 'userId', 'mac'])
    .executeTakeFirst();
  return used && isGenuineToken(tx.services.config, used) ? used.userId : null;
}

const languageOf = (person: StoredPerson) => settingsWithDefaults(person.settings).language;
