import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { randomToken, sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { isRowMac, rowMac } from '#server/platform/crypto/row-mac.ts';

/** A session that was just opened: the secret for the cookie, and the key under which it is stored. */
export interface OpenedSession {
  readonly token: string;
  readonly sid: string;
}

/** Creates the secret of a session before its command: 256 random bits, of which the database gets the hash (AUTH-05). */
export function newSession(): OpenedSession {
  const token = randomToken();
  return { token, sid: sha256Hex(token) };
}

const purpose = 'session';

/** The columns of a session with its person and how they signed in. */
interface SessionRow {
  readonly sid: string;
  readonly userId: string | null;
  readonly authMethod: string | null;
}

const covered = ({ sid, userId, authMethod }: SessionRow): readonly string[] => [
  sid,
  userId ?? '',
  authMethod ?? '',
];

/** Returns the MAC of a session: a row that was inserted directly into the database signs nobody in (AUD-04). */
export const sessionMac = (keys: KeySource, session: SessionRow): string =>
  rowMac(keys, purpose, covered(session));

/** False for a session that the application did not open, or not for this person. */
export const isGenuineSession = (
  keys: KeySource,
  session: SessionRow & { readonly mac: string | null },
): boolean => isRowMac(keys, purpose, covered(session), session.mac);

/** All sessions, for `verify`. */
export const sessionsSql = sql<SessionRow & { readonly mac: string | null }>`
  select sid, user_id, auth_method, mac from sessions order by sid`;

/**
 * Gives a session a new secret and makes the old one invalid (AUTH-05: renewed at a password change). The end of the session
 * does not change. Its mark of a temporary password is removed, and it records that the person chose one (SIG-05).
 */
export async function rotateSession(
  tx: Transaction<DB>,
  keys: KeySource,
  old: SessionRow,
  session: OpenedSession,
): Promise<void> {
  const mac = sessionMac(keys, { ...old, sid: session.sid });
  await sql`
    insert into sessions (sid, mac, user_id, sess, auth_method, ip, user_agent, strong_auth_at, idle_minutes, created_at, last_input_at, expire, absolute_expire)
    select ${session.sid}, ${mac}, user_id, (sess - 'temporaryCredential' - 'passwordChangeAsked') || '{"chosePassword": true}', auth_method, ip, user_agent, strong_auth_at,
      idle_minutes, created_at, app_now(), least(absolute_expire, app_now() + make_interval(mins => idle_minutes)), absolute_expire
    from sessions where sid = ${old.sid}
  `.execute(tx);
  await endSession(tx, old.sid);
}

/** Ends one session by its key. */
export async function endSession(tx: Transaction<DB>, sid: string): Promise<void> {
  await tx.deleteFrom('sessions').where('sid', '=', sid).execute();
}

/** Ends the sessions of a person except one; returns how many (AUTH-05: password change, deactivation, sign out everywhere). */
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

/** Ends every session of some people, in one statement. */
export async function endSessionsOfMany(tx: Transaction<DB>, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0)
    await tx
      .deleteFrom('sessions')
      .where(sql<boolean>`user_id = any(${[...userIds]}::text[])`)
      .execute();
}

/** Ends every session of the people of an organization, in one statement (ORG-02). */
export async function endSessionsOfOrganization(tx: Transaction<DB>, organizationId: number): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('userId', 'in', (eb) =>
      eb.selectFrom('users').select('id').where('organizationId', '=', organizationId),
    )
    .execute();
}
