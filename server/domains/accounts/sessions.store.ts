import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { randomToken, sha256Hex } from '#server/platform/crypto/keys.ts';

/** A session that was just opened: the secret for the cookie, and the key under which it is stored. */
export interface OpenedSession {
  readonly token: string;
  readonly sid: string;
}

/** Makes the secret of a session before its command: 256 random bits, of which the database gets the hash (AUTH-05). */
export function newSession(): OpenedSession {
  const token = randomToken();
  return { token, sid: sha256Hex(token) };
}

/**
 * Gives a session a new secret, after which the old one is worthless (AUTH-05: renewed at a password change). How long
 * it may live stays; what it remembers of a temporary password is forgotten.
 */
export async function rotateSession(
  tx: Transaction<DB>,
  oldSid: string,
  session: OpenedSession,
): Promise<void> {
  await sql`
    insert into sessions (sid, user_id, sess, auth_method, ip, user_agent, strong_auth_at, idle_minutes, created_at, last_input_at, expire, absolute_expire)
    select ${session.sid}, user_id, sess - 'temporaryCredential' - 'passwordChangeAsked', auth_method, ip, user_agent, strong_auth_at,
      idle_minutes, created_at, app_now(), least(absolute_expire, app_now() + make_interval(mins => idle_minutes)), absolute_expire
    from sessions where sid = ${oldSid}
  `.execute(tx);
  await endSession(tx, oldSid);
}

/** Ends one session by its key. */
export async function endSession(tx: Transaction<DB>, sid: string): Promise<void> {
  await tx.deleteFrom('sessions').where('sid', '=', sid).execute();
}

/** Ends the sessions of a person but one; answers how many (AUTH-05: password change, deactivation, sign out everywhere). */
export async function endSessionsOf(
  tx: Transaction<DB>,
  userId: string,
  exceptSid?: string,
): Promise<number> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(exceptSid !== undefined, (query) => query.where('sid', '<>', exceptSid ?? ''))
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}
