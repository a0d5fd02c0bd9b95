import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';

/** A request that was answered, an assertion that signed in, or a request to sign out: none counts twice. */
export interface SamlId {
  readonly kind: 'request' | 'assertion' | 'logout';
  readonly id: string;
}

/**
 * Longer than a sign-in may take with the worst difference of both clocks, so that a response is never accepted after its id
 * was deleted.
 */
const remembered = '1 hour';

/**
 * Marks ids as used, on all servers together (AUTH-18). Returns false if one of them was used before. Two servers that receive
 * the same ids at once do not deadlock, because both insert in the same order.
 */
export async function markIdsUsed(db: Kysely<DB>, ids: readonly SamlId[]): Promise<boolean> {
  const hashes = ids.map(({ kind, id }) => sha256Hex(`saml ${kind}\n${id}`)).toSorted();
  const { rows } = await sql`
    insert into saml_used_ids (id_hash, expires_at)
    select h, app_now() + ${remembered}::interval from unnest(${hashes}::text[]) h order by h
    on conflict do nothing returning id_hash
  `.execute(db);
  return rows.length === hashes.length;
}

/** Deletes ids that could no longer be accepted anyway. */
export async function deleteOldIds(db: Kysely<DB>): Promise<void> {
  await sql`delete from saml_used_ids where expires_at < app_now()`.execute(db);
}
