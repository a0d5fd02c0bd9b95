import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

/** The state of the second factor of a person (AUTH-09). */
export interface TwoFactorState {
  readonly enabled: boolean;
  readonly enabledAt: Date | null;
  readonly recoveryCodesLeft: number;
  readonly hasPassword: boolean;
}

/** Reads it in one query. */
export async function findTwoFactorState(db: Kysely<DB>, userId: string): Promise<TwoFactorState> {
  const { rows } = await sql<TwoFactorState>`
    select a.confirmed_at is not null as enabled, a.confirmed_at as enabled_at, u.password_hash is not null as has_password,
      (select count(*)::int from recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes_left
    from users u left join authenticators a on a.user_id = u.id where u.id = ${userId}`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('the signed-in person is gone');
  return state;
}
