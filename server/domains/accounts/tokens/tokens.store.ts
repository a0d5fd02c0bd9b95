import { sql } from 'kysely';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { isRowMac, rowMac } from '#server/platform/crypto/row-mac.ts';

/** The columns of an API token that decide its permissions. */
export interface TokenRow {
  readonly tokenHash: string;
  readonly scopes: readonly string[];
  readonly organizationId: number | null;
  readonly lastDay: string;
  readonly createdBy: string;
}

const purpose = 'api-token';

const covered = ({ tokenHash, scopes, organizationId, lastDay, createdBy }: TokenRow): readonly string[] => [
  tokenHash,
  organizationId === null ? '' : String(organizationId),
  lastDay,
  createdBy,
  ...scopes,
];

/** Returns the MAC of a token: one that was inserted or given more rights directly in the database does not work (AUD-04). */
export const apiTokenMac = (keys: KeySource, token: TokenRow): string =>
  rowMac(keys, purpose, covered(token));

/** False for a token that the application did not make so. */
export const isGenuineApiToken = (keys: KeySource, token: TokenRow & { readonly mac: string }): boolean =>
  isRowMac(keys, purpose, covered(token), token.mac);

/** SQL, as text: the columns of the token `t` that its MAC covers. */
export const tokenColumns =
  't.token_hash as "tokenHash", t.scopes, t.organization_id as "organizationId", t.last_day::text as "lastDay", t.created_by as "createdBy"';

/** The tokens that can still be used, for `verify` and for a rotation of the secret. */
export const apiTokensSql = sql<TokenRow & { readonly id: number; readonly mac: string }>`
  select t.id, ${sql.raw(tokenColumns)}, t.mac from api_tokens t where t.revoked_at is null order by t.id`;
