import { sql } from 'kysely';
import { randomToken, sha256Hex, type KeySource } from '#server/platform/crypto/keys.ts';
import { isRowMac, rowMac } from '#server/platform/crypto/row-mac.ts';

/** The purpose of a link that works once. */
export type OneTimeKind =
  'password_reset' | 'email_confirmation' | 'email_stop' | 'invitation' | 'cv_request' | 'signing_request';

/** The columns with the purpose and the owner of a link. */
export interface OneTimeRow {
  readonly kind: string;
  readonly tokenHash: string;
  readonly userId: string;
  /** Under `email` where a link was emailed to, or the address that it gives back to its person (AUTH-16, SIG-05). */
  readonly payload: unknown;
}

const purpose = 'one-time-token';

/** Creates the secret of a link and the columns of its row: the database gets the hash, and a MAC that it cannot create itself. */
export function newOneTimeToken<Kind extends OneTimeKind>(
  keys: KeySource,
  kind: Kind,
  userId: string,
  payload: Readonly<Record<string, string>> = {},
  token: string = randomToken(),
) {
  const tokenHash = sha256Hex(token);
  const row = { kind, tokenHash, userId, payload };
  return { token, row: { ...row, payload: JSON.stringify(payload), mac: tokenMac(keys, row) } };
}

/** Returns the address in the payload of a link; null without one. */
export function emailOf({ payload }: Pick<OneTimeRow, 'payload'>): string | null {
  if (typeof payload !== 'object' || payload === null || !('email' in payload)) return null;
  return typeof payload.email === 'string' ? payload.email : null;
}

function covered(row: OneTimeRow): readonly string[] {
  const email = emailOf(row);
  return [row.kind, row.tokenHash, row.userId, ...(email === null ? [] : [email])];
}

/** Returns the MAC of a link: a link that was inserted directly into the database does not work (AUD-04). */
export const tokenMac = (keys: KeySource, row: OneTimeRow): string => rowMac(keys, purpose, covered(row));

/** False for a link that the application did not store (AUD-04): it does not work. */
export const isGenuineToken = (
  keys: KeySource,
  { mac, ...row }: OneTimeRow & { readonly mac: string | null },
): boolean => isRowMac(keys, purpose, covered(row), mac);

/** The links of the database that may still be used, for `verify`. */
export const openTokensSql = sql<OneTimeRow & { readonly id: number; readonly mac: string | null }>`
  select id, kind, token_hash, user_id, payload, mac from one_time_tokens where used_at is null order by id`;
