import { CompiledQuery, sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { activeSessionSql } from '#server/domains/accounts/authenticate.ts';

/** A session of a person, as the person sees it (AUTH-05). */
export interface OwnSession {
  readonly id: string;
  readonly userAgent: string | null;
  readonly ip: string | null;
  readonly authMethod:
    'password' | 'provider' | 'password_totp' | 'recovery_code' | 'passkey' | 'password_passkey';
  readonly createdAt: Date;
  readonly lastActiveAt: Date;
}

/** Returns the active sessions of a person (AUTH-05): first the given one, then the most recently used. */
export async function listSessions(
  db: Kysely<DB>,
  userId: string,
  currentSid: string,
): Promise<(OwnSession & { current: boolean })[]> {
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(
      `select s.sid as id, s.sid = $2 as current, s.user_agent, s.ip, coalesce(s.auth_method, 'password') as auth_method,
         s.created_at, s.last_input_at as last_active_at
       from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
       where s.user_id = $1 and ${activeSessionSql}
       order by s.sid = $2 desc, s.last_input_at desc, s.sid`,
      [userId, currentSid],
    ),
  );
  return rows as (OwnSession & { current: boolean })[];
}

/** Ends a session of the person's own. NOT_FOUND for another person's or an ended one. */
export async function endOwnSession(db: Kysely<DB>, userId: string, sid: string): Promise<void> {
  const { rows } =
    await sql`delete from sessions where sid = ${sid} and user_id = ${userId} returning 1`.execute(db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
}
