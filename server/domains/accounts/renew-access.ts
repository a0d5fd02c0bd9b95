import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { isGenuineToken, openTokensSql, tokenMac } from './one-time-tokens.ts';
import { hashOfStored, isGenuinePassword, storedPassword } from './own-password.ts';
import { storePasswords } from './prove-passwords.ts';
import { isGenuinePasskey, passkeyMac, passkeysSql } from './passkeys/passkeys.store.ts';
import { apiTokenMac, apiTokensSql, isGenuineApiToken } from './tokens/tokens.store.ts';
import { isGenuineSession, sessionMac, sessionsSql } from './sessions.store.ts';

/**
 * Recomputes the proofs of everything that gives access with the current secret, in the command of a rotation (OPS-09): with a former
 * secret, sessions, links, passkeys and passwords no longer work. Anything that was not genuine before remains so.
 */
export async function renewAccess(tx: Transaction<DB>, former: KeySource, keys: KeySource): Promise<void> {
  const { rows: sessions } = await sessionsSql.execute(tx);
  await setMacs(
    tx,
    sql`sessions`,
    sql`sid`,
    sessions
      .filter((session) => isGenuineSession(former, session))
      .map((session) => [session.sid, sessionMac(keys, session)]),
  );
  const { rows: tokens } = await openTokensSql.execute(tx);
  await setMacs(
    tx,
    sql`one_time_tokens`,
    sql`token_hash`,
    tokens
      .filter((token) => isGenuineToken(former, token))
      .map((token) => [token.tokenHash, tokenMac(keys, token)]),
  );
  const { rows: passkeys } = await passkeysSql.execute(tx);
  await setMacs(
    tx,
    sql`passkeys`,
    sql`id`,
    passkeys
      .filter((passkey) => isGenuinePasskey(former, passkey))
      .map((passkey) => [String(passkey.id), passkeyMac(keys, passkey)]),
  );
  const { rows: apiTokens } = await apiTokensSql.execute(tx);
  await setMacs(
    tx,
    sql`api_tokens`,
    sql`token_hash`,
    apiTokens
      .filter((token) => isGenuineApiToken(former, token))
      .map((token) => [token.tokenHash, apiTokenMac(keys, token)]),
  );
  const { rows: people } = await sql<{ id: string; stored: string }>`
    select id, password_hash as stored from users where password_hash is not null order by id for update`.execute(
    tx,
  );
  await storePasswords(
    tx,
    people
      .filter(({ id, stored }) => isGenuinePassword(former, id, stored))
      .map(({ id, stored }) => ({ id, stored: storedPassword(keys, id, hashOfStored(stored)) })),
  );
}

async function setMacs(
  tx: Transaction<DB>,
  table: ReturnType<typeof sql>,
  key: ReturnType<typeof sql>,
  macs: readonly (readonly [string, string])[],
): Promise<void> {
  await sql`
    update ${table} t set mac = m.mac
    from unnest(${macs.map(([name]) => name)}::text[], ${macs.map(([, mac]) => mac)}::text[]) m (name, mac)
    where t.${key}::text = m.name`.execute(tx);
}
