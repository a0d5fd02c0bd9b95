import { emailOf, isGenuineToken, newOneTimeToken } from './one-time-tokens.ts';
import { sql, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { z } from 'zod';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { resetPasswordMail } from '#server/domains/accounts/accounts.mails.ts';
import { signingLinkMail } from '#server/domains/accounts/signing/signing.mails.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { assertSecretOfToday } from '#server/platform/installation/secret-of-today.ts';
import type { Services } from '#server/platform/services.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';

/** The people who may choose a new password by a link: active, in an organization that is not archived (AUTH-10). */
const mayUseLinkSql = sql<boolean>`${isActivePerson('u')} and o.is_active is not false`;

/** Links with which a reader chooses a password: on request (AUTH-10), or to accept an invitation (REM-01). */
const linkKinds = ['password_reset', 'invitation'] as const;

/** The state of a link. */
export type LinkState = 'open' | 'used' | 'expired' | 'unknown';

/** A link with the person whose password it is about; only an open one has it. */
export interface ResetLink {
  readonly state: LinkState;
  /** The address of the email. */
  readonly mailedTo: string | null;
  readonly owner: {
    readonly id: string;
    readonly email: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly organizationId: number | null;
    readonly organizationName: string | null;
    readonly passwordHash: string | null;
    readonly mustChangePassword: boolean;
    readonly twoFactor: boolean;
  } | null;
}

/** Finds a link by its token. A link of a person who may not sign in is unknown. */
export async function findResetLink(
  { config, db }: Pick<Services, 'config' | 'db'>,
  token: string,
): Promise<ResetLink> {
  const row = await db
    .selectFrom('oneTimeTokens as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .leftJoin('organizations as o', 'o.id', 'u.organizationId')
    .select(['u.id', 'u.email', 'u.firstName', 'u.lastName', 'u.organizationId', 'u.passwordHash'])
    .select([
      'u.mustChangePassword',
      'o.name as organizationName',
      't.usedAt',
      't.kind',
      't.tokenHash',
      't.payload',
      't.mac',
    ])
    .select(sql<boolean>`t.expires_at <= app_now()`.as('expired'))
    .select(
      sql<boolean>`exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null)
        or exists (select 1 from passkeys k where k.user_id = u.id and k.revoked_at is null)`.as('twoFactor'),
    )
    .where('t.tokenHash', '=', sha256Hex(token))
    .where('t.kind', 'in', linkKinds)
    .where(mayUseLinkSql)
    .executeTakeFirst();
  if (!row) return { state: 'unknown', mailedTo: null, owner: null };
  if (!isGenuineToken(config, { ...row, userId: row.id })) {
    await assertSecretOfToday({ config, db });
    return { state: 'unknown', mailedTo: null, owner: null };
  }
  const { usedAt, expired, kind: _kind, tokenHash: _hash, payload, mac: _mac, ...owner } = row;
  if (usedAt !== null) return { state: 'used', mailedTo: null, owner: null };
  if (expired) return { state: 'expired', mailedTo: null, owner: null };
  return { state: 'open', mailedTo: emailOf({ payload }), owner };
}

/** Uses a link up, and with it every other one of the person; false when another request was faster. */
export async function spendResetLink(
  tx: CommandTransaction,
  userId: string,
  token: string,
): Promise<boolean> {
  const { rows } = await sql<{ tokenHash: string }>`
    update one_time_tokens set used_at = app_now()
    where user_id = ${userId} and kind = any(${[...linkKinds]}::text[]) and used_at is null and expires_at > app_now()
    returning token_hash`.execute(tx.db);
  const hash = sha256Hex(token);
  return rows.some(({ tokenHash }) => tokenHash === hash);
}

/**
 * Ends every unused link of a person (AUTH-10, T19), because another password was chosen or issued, or the account has another
 * email. People who read the old mailbox must not gain access with an old link.
 */
export async function endResetLinks(tx: CommandTransaction, userId: string): Promise<void> {
  await tx.db
    .updateTable('oneTimeTokens')
    .set({ expiresAt: sql<Date>`least(expires_at, app_now())`, usedAt: sql<Date>`app_now()` })
    .where('userId', '=', userId)
    .where('kind', 'in', linkKinds)
    .where('usedAt', 'is', null)
    .execute();
}

/**
 * Emails a person a link that works once and for thirty minutes (AUTH-10), to the stored address, in the person's language.
 * Does nothing if the person may not sign in.
 */
export async function sendResetLink(tx: CommandTransaction, userId: string): Promise<void> {
  await sendLink(tx, userId, resetPasswordMail, sql<string>`u.email`, 'account.resetLinkSent');
}

/**
 * Emails a person a link that works once (SIG-05). It goes to the address that proves their identity: the one before
 * administrators changed it.
 */
export async function sendSigningLink(tx: CommandTransaction, userId: string): Promise<void> {
  const mailbox = sql<string>`coalesce(u.signing_email, u.email)`;
  await sendLink(tx, userId, signingLinkMail, mailbox, 'account.signingLinkSent');
}

async function sendLink(
  tx: CommandTransaction,
  userId: string,
  template: typeof resetPasswordMail,
  mailbox: RawBuilder<string>,
  action: string,
): Promise<void> {
  const person = await tx.db
    .selectFrom('users as u')
    .leftJoin('organizations as o', 'o.id', 'u.organizationId')
    .select(['u.settings', mailbox.as('to')])
    .where('u.id', '=', userId)
    .where(mayUseLinkSql)
    .executeTakeFirst();
  if (!person) return;
  const { token, row } = newOneTimeToken(tx.services.config, 'password_reset', userId, { email: person.to });
  await tx.db
    .insertInto('oneTimeTokens')
    .values({ ...row, expiresAt: sql<Date>`app_now() + interval '30 minutes'` })
    .execute();
  await queueMail(tx, {
    template,
    to: person.to,
    userId,
    language: settingsWithDefaults(person.settings as Record<string, unknown>).language,
    payload: {},
    secret: token,
    cause: `${action} users ${userId}`,
  });
}

/**
 * Creates links with which invited people choose their first password (REM-01): each works once and for seven days, as long
 * as a temporary password. One statement for all; the result has the secret of each, for the email to that person alone.
 */
export async function createInvitations(
  tx: CommandTransaction,
  people: readonly { readonly id: string; readonly email: string }[],
): Promise<ReadonlyMap<string, string>> {
  const made = people.map(({ id, email }) =>
    newOneTimeToken(tx.services.config, 'invitation', id, { email }),
  );
  const tokens = new Map(made.map(({ token, row }) => [row.userId, token]));
  if (tokens.size === 0) return tokens;
  await tx.db
    .insertInto('oneTimeTokens')
    .values(made.map(({ row }) => ({ ...row, expiresAt: sql<Date>`app_now() + interval '7 days'` })))
    .execute();
  return tokens;
}

/**
 * Sends the link after the answer (AUTH-10): the call that requested it does the same work for every address, with or
 * without an account, and so takes the same time. Safe to run twice: a second email has a separate link.
 */
export const resetLinkJob = defineJob({
  name: 'accounts.resetLink',
  data: z.object({ userId: z.string().nullable() }),
  run: async (services, { userId }) => {
    if (userId === null) return;
    await runCommand(
      services,
      { action: 'account.resetLinkSent', actorId: null, origin: { subjectId: userId } },
      (tx) => sendResetLink(tx, userId),
    );
  },
});
