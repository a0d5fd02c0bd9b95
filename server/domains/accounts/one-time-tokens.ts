import { sql } from 'kysely';
import { randomToken, sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { isRowMac, rowMac } from '#server/platform/crypto/row-mac.ts';

/** What a link does that works once. */
export type OneTimeKind = 'password_reset' | 'email_confirmation' | 'invitation' | 'cv_request';

/** The columns that say what a link does, and for whom. */
interface OneTimeRow {
  readonly kind: string;
  readonly tokenHash: string;
  readonly userId: string;
}

const purpose = 'one-time-token';

/** Makes the secret of a link and the columns of its row: the database gets the hash, and a MAC that it cannot make itself. */
export function newOneTimeToken<Kind extends OneTimeKind>(keys: KeySource, kind: Kind, userId: string) {
  const token = randomToken();
  const tokenHash = sha256Hex(token);
  const row = { kind, tokenHash, userId };
  return { token, row: { ...row, mac: tokenMac(keys, row) } };
}

/** The MAC of a link: one that somebody puts into the database opens nothing (AUD-04). */
export const tokenMac = (keys: KeySource, { kind, tokenHash, userId }: OneTimeRow): string =>
  rowMac(keys, purpose, [kind, tokenHash, userId]);

/** False for a link that somebody put into the database past the application (AUD-04): it opens nothing. */
export const isGenuineToken = (
  keys: KeySource,
  { kind, tokenHash, userId, mac }: OneTimeRow & { readonly mac: string | null },
): boolean => isRowMac(keys, purpose, [kind, tokenHash, userId], mac);

/** The links of the database that may still be used, for `verify`. */
export const openTokensSql = sql<OneTimeRow & { readonly id: number; readonly mac: string | null }>`
  select id, kind, token_hash, user_id, mac from one_time_tokens where used_at is null order by id`;
