import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  closesSigning,
  type ClosureCause,
  type SigningOpening,
} from '#shared/domain/signatures/signing-identity.ts';
import type { DB } from '#server/db/db.d.ts';
import { unusablePassword } from '#server/domains/accounts/own-password.ts';
import { endResetLinks } from '#server/domains/accounts/reset-links.ts';
import { endSessionsOf } from '#server/domains/accounts/sessions.store.ts';
import {
  revokePassword,
  removeUnconfirmedMeans,
  removeAddedMeans,
} from '#server/domains/accounts/signing/added-means.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** A reason why a person cannot sign. */
export interface OpenClosure {
  readonly id: number;
  readonly cause: ClosureCause;
  readonly causedBy: string | null;
  readonly causedAt: Date;
  readonly mailboxProvedAt: Date | null;
}

/** The same inside JSON, where times are texts. */
export interface StoredClosure extends Omit<OpenClosure, 'causedAt' | 'mailboxProvedAt'> {
  readonly causedAt: string;
  readonly mailboxProvedAt: string | null;
}

/** SQL of everything that keeps a person from signing, as JSON, the first one first: for {@link closuresOf} (SIG-05). */
export const openClosuresSql = (userId: string): RawBuilder<readonly StoredClosure[]> =>
  sql<readonly StoredClosure[]>`coalesce((
    select json_agg(json_build_object('id', c.id, 'cause', c.cause, 'causedBy', c.caused_by, 'causedAt', c.caused_at,
      'mailboxProvedAt', c.mailbox_proved_at) order by c.id)
    from signing_closures c where c.user_id = ${userId}::text and c.opened_at is null), '[]')`;

/** Returns the closures from {@link openClosuresSql}. */
export const closuresOf = (stored: readonly StoredClosure[]): readonly OpenClosure[] =>
  stored.map(({ causedAt, mailboxProvedAt, ...closure }) => ({
    ...closure,
    causedAt: new Date(causedAt),
    mailboxProvedAt: mailboxProvedAt === null ? null : new Date(mailboxProvedAt),
  }));

/** Returns everything that keeps a person from signing, the first one first (SIG-05). */
export async function openClosures(db: Kysely<DB>, userId: string): Promise<readonly OpenClosure[]> {
  const { rows } = await sql<{ closures: readonly StoredClosure[] }>`
    select ${openClosuresSql(userId)} as closures`.execute(db);
  return closuresOf(rows[0]?.closures ?? []);
}

/**
 * Closes signing of a person after the actor of this command changed the account (SIG-05). Changes from the server's console and
 * changes that people make to their own account do not close signing. There are two exceptions: another name, and a second factor
 * that was removed from the console.
 */
export async function closeSigning(
  tx: CommandTransaction,
  userId: string,
  cause: ClosureCause,
  causedBy: string | null = tx.answerableId,
): Promise<void> {
  if (causedBy === null && cause !== 'link_elsewhere' && cause !== 'authenticator_reset') return;
  // A token is not its creator: its changes to the creator's account count as those of another person.
  if (causedBy === userId && tx.actorId === tx.answerableId && cause !== 'name_changed') return;
  const { config } = tx.services;
  const closes = closesSigning({
    policy: config.policy,
    mailServer: config.smtp !== undefined,
    cause,
    unused: await isUnused(tx.db, userId),
  });
  await sql`
    insert into signing_closures (user_id, cause, caused_by, opened_at, opening)
    values (${userId}, ${cause}, ${causedBy}, case when ${closes} then null else app_now() end,
      case when ${closes} then null else 'new_account' end)`.execute(tx.db);
}

async function isUnused(db: Kysely<DB>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ unused: boolean }>`
    select u.last_sign_in_at is null and u.must_change_password and u.signing_email is null
      and not exists (select 1 from signing_closures c where c.user_id = u.id and c.opened_at is null) as unused
    from users u where u.id = ${userId}`.execute(db);
  return rows[0]?.unused === true;
}

/**
 * Stores the address that an administrator replaces. There the person proves who they are, until they agree to another (SIG-05).
 */
export async function storeSigningEmail(tx: CommandTransaction, userId: string): Promise<void> {
  await sql`update users set signing_email = email where id = ${userId} and signing_email is null`.execute(
    tx.db,
  );
}

/** The email of the account is the person's own choice from now on, or one that another person has confirmed. */
export async function trustEmail(tx: CommandTransaction, userId: string): Promise<void> {
  await sql`update users set signing_email = null where id = ${userId} and signing_email is not null`.execute(
    tx.db,
  );
}

/** Returns the address at which a person proves their identity by email: the address before administrators changed it. */
export async function signingMailbox(db: Kysely<DB>, userId: string): Promise<string | null> {
  const { rows } = await sql<{ mailbox: string }>`
    select coalesce(signing_email, email) as mailbox from users where id = ${userId} and erased_at is null`.execute(
    db,
  );
  return rows[0]?.mailbox ?? null;
}

/** How signing is opened, and which means that were added to the account in the meantime are kept. */
export interface Opening {
  readonly by: Exclude<SigningOpening, 'new_account'>;
  /** The session of the person; every other one ends. */
  readonly keptSid: string | undefined;
  readonly confirmationId?: number;
  /** The ids of the closures that the proof covers: later ones stay open. Absent: all of them. */
  readonly closures?: readonly number[];
}

/**
 * Opens signing of a person who has proved their identity (SIG-05). Everything that was added to the account while signing was
 * closed may belong to somebody else and is removed: sessions, an authenticator, passkeys, sign-ins at providers, pending emails
 * and links. After a proof without a password, the password is removed too.
 */
export async function openSigning(tx: CommandTransaction, userId: string, opening: Opening): Promise<void> {
  const [first] = await openClosures(tx.db, userId);
  if (!first) return;
  const since = first.causedAt;
  await endSessionsOf(tx.db, userId, opening.keptSid);
  await endResetLinks(tx, userId);
  await sql`
    update one_time_tokens set used_at = app_now()
    where user_id = ${userId} and kind in ('email_confirmation', 'signing_request') and used_at is null`.execute(
    tx.db,
  );
  await sql`update users set pending_email = null where id = ${userId} and pending_email is not null`.execute(
    tx.db,
  );
  if (opening.by === 'second_person') await removeUnconfirmedMeans(tx, userId, opening.keptSid ?? '', since);
  else await removeAddedMeans(tx, userId, since, opening.keptSid);
  if (opening.by === 'provider') await revokePassword(tx, userId, since);
  // Without a password, a passkey could not sign the person in: an unknown password is stored instead.
  if (opening.by === 'passkey')
    await revokePassword(tx, userId, since, await unusablePassword(tx.services.config, userId));
  if (opening.by === 'second_person') {
    await trustEmail(tx, userId);
    // The mailbox of these links may belong to anyone who entered the address before.
    await endStopLinks(tx, userId);
  }
  await sql`
    update signing_closures set opened_at = app_now(), opening = ${opening.by}, confirmation_id = ${opening.confirmationId ?? null}
    where user_id = ${userId} and opened_at is null
      and (${opening.closures === undefined} or id = any(${[...(opening.closures ?? [])]}::int[]))`.execute(
    tx.db,
  );
}

/**
 * Decides what a password means that a person chose by an emailed link (AUTH-10). A link to the person's own mailbox proves who
 * they are; in the regulated profile it proves only that the password is theirs. A link to any other mailbox closes signing
 * (SIG-05).
 */
export async function judgeLink(tx: CommandTransaction, userId: string, mailedTo: string): Promise<void> {
  const mailbox = await signingMailbox(tx.db, userId);
  if (mailbox?.toLowerCase() !== mailedTo.toLowerCase()) {
    await closeElsewhere(tx, userId);
    return;
  }
  const closures = await openClosures(tx.db, userId);
  const named = closures.some(({ cause }) => cause === 'name_changed');
  if (tx.services.config.policy === 'standard' && !named) {
    await openSigning(tx, userId, { by: 'mailbox', keptSid: undefined });
    return;
  }
  await sql`
    update signing_closures set mailbox_proved_at = app_now() where user_id = ${userId} and opened_at is null`.execute(
    tx.db,
  );
}

/**
 * A person at a provider was linked with an account by its email (AUTH-03): if an administrator has entered that email and the person
 * has not agreed to it, this closes signing (SIG-05).
 */
export async function judgeLinkedIdentity(tx: CommandTransaction, userId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from users where id = ${userId} and lower(signing_email) <> lower(email)`.execute(tx.db);
  if (rows.length > 0) await closeElsewhere(tx, userId);
}

/** A person gained access at an address that an administrator entered. */
async function closeElsewhere(tx: CommandTransaction, userId: string): Promise<void> {
  const { rows } = await sql<{ causedBy: string | null }>`
    select caused_by from signing_closures where user_id = ${userId} and cause = 'email_changed' order by id desc limit 1`.execute(
    tx.db,
  );
  await closeSigning(tx, userId, 'link_elsewhere', rows[0]?.causedBy ?? null);
}

async function endStopLinks(tx: CommandTransaction, userId: string): Promise<void> {
  await sql`
    update one_time_tokens set used_at = app_now()
    where user_id = ${userId} and kind = 'email_stop' and used_at is null`.execute(tx.db);
}
