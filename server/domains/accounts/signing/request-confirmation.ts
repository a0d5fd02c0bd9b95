import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { notifyPeople } from '#server/platform/notices.ts';
import { isGenuineToken, newOneTimeToken } from '#server/domains/accounts/one-time-tokens.ts';
import { openClosures } from '#server/domains/accounts/signing/closures.store.ts';

// Letters and digits, without those that look or sound alike.
const signs = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 8;

/** The state of the account when the person created the request: the session and the password. */
interface Standing {
  readonly sid: string;
  readonly mark: string;
}

const passwordMark = (hash: string | null): string => sha256Hex(hash ?? '').slice(0, 32);
const secretOf = (userId: string, code: string): string =>
  `${userId} ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`;

/**
 * Requests that another person confirm the identity of a person who cannot sign (SIG-05). Returns the code that the person shows
 * them, valid for an hour. Only its owner may know the password: it was chosen in this session, or by a link to their own
 * mailbox. Throws TEMPORARY_PASSWORD for any other password, and CONFLICT if signing is open.
 */
export async function requestConfirmation(
  ctx: RequestContext,
): Promise<{ readonly code: string; readonly expiresAt: string }> {
  const { actor } = ctx;
  const closures = await openClosures(ctx.db, actor.id);
  if (closures.length === 0) throw new AppError('CONFLICT', { reason: 'can_sign' });
  const own =
    actor.session.authMethod === 'provider' ||
    actor.session.chosePassword ||
    closures.every(({ mailboxProvedAt, cause }) => mailboxProvedAt !== null || cause === 'name_changed');
  if (!own)
    throw new AppError('TEMPORARY_PASSWORD', {
      reason: 'new_password_before_confirming',
    });
  const code = Array.from({ length }, () => signs[randomInt(signs.length)]).join('');
  const expiresAt = await ctx.command(async (tx) => {
    const { passwordHash } = await tx.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', actor.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await endRequests(tx, actor.id);
    const standing = { sid: actor.session.sid, mark: passwordMark(passwordHash) };
    const { row } = newOneTimeToken(
      tx.services.config,
      'signing_request',
      actor.id,
      { ...standing },
      secretOf(actor.id, code),
    );
    const made = await tx.db
      .insertInto('oneTimeTokens')
      .values({ ...row, expiresAt: sql<Date>`app_now() + interval '1 hour'` })
      .returning('expiresAt')
      .executeTakeFirstOrThrow();
    await notifyAdministrators(tx, actor.id);
    return made.expiresAt.toISOString();
  });
  // The code is not in the command's answer, because that is stored for a repeated request.
  return { code: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAt };
}

async function endRequests(tx: CommandTransaction, userId: string): Promise<void> {
  await sql`
    update one_time_tokens set used_at = app_now()
    where user_id = ${userId} and kind = 'signing_request' and used_at is null`.execute(tx.db);
}

async function notifyAdministrators(tx: CommandTransaction, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.id from users a
    where a.role = 'admin' and ${isActivePerson('a')} and a.id <> ${userId}
      and a.id not in (select c.caused_by from signing_closures c
        where c.user_id = ${userId} and c.opened_at is null and c.caused_by is not null)`.execute(tx.db);
  notifyPeople(tx, {
    notice: 'identity_requested',
    userIds: rows.map(({ id }) => id),
    subjectId: userId,
    relatedId: userId,
    params: {},
    priority: 'high',
  });
}

/**
 * Uses up the code of a request (SIG-05) and returns the session in which the person created it. Returns null for a wrong or old
 * code, for an ended session, and if the password has changed since.
 */
export async function spendSigningRequest(
  tx: CommandTransaction,
  userId: string,
  code: string,
): Promise<string | null> {
  const used = await tx.db
    .updateTable('oneTimeTokens')
    .set({ usedAt: sql<Date>`app_now()` })
    .where('tokenHash', '=', sha256Hex(secretOf(userId, code)))
    .where('kind', '=', 'signing_request')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`app_now()`)
    .returning(['kind', 'tokenHash', 'userId', 'payload', 'mac'])
    .executeTakeFirst();
  if (!used || !isGenuineToken(tx.services.config, used)) return null;
  const { sid, mark } = used.payload as unknown as Standing;
  const { rows } = await sql<{ passwordHash: string | null }>`
    select u.password_hash from users u join sessions s on s.user_id = u.id and s.sid = ${sid}
    where u.id = ${userId}`.execute(tx.db);
  const [row] = rows;
  return row && passwordMark(row.passwordHash) === mark ? sid : null;
}
