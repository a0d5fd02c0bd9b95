import { sql, type Transaction } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import { seal, unseal, type Sealed } from '#server/platform/crypto/seal.ts';

/** A column with sealed texts of one purpose; `server/sealed-columns.ts` lists them all (OPS-09). */
export interface SealedColumn {
  readonly purpose: string;
  readonly table: string;
  /** Column that names a row. */
  readonly key: string;
  /** Column to whose value the text is bound. */
  readonly context: string;
  /** The member of a JSON column; absent if `ciphertext` and `key_id` are columns. */
  readonly member?: { readonly column: string; readonly name: string };
}

interface SealedRow {
  readonly key: string;
  readonly context: string;
  readonly sealed: Sealed;
}

/**
 * Seals the texts of a column again under the current secret. A text that could not be opened before does not change. Returns the
 * number of texts that were sealed again, and the number of the others.
 */
export async function reseal(
  tx: Transaction<DB>,
  keys: KeySource,
  column: SealedColumn,
): Promise<{ readonly resealed: number; readonly closed: number }> {
  const { purpose, table, key, context, member } = column;
  const held = member
    ? sql`${sql.ref(`t.${member.column}`)} -> ${sql.lit(member.name)}`
    : sql`case when t.ciphertext is not null then json_build_object('ciphertext', t.ciphertext, 'keyId', t.key_id) end`;
  const { rows } = await sql<SealedRow>`
    select * from (
      select ${sql.ref(`t.${key}`)}::text as key, ${sql.ref(`t.${context}`)}::text as context, ${held} as sealed
      from ${sql.table(table)} t for update of t
    ) held where sealed is not null`.execute(tx);
  const fresh = rows.flatMap((row) => {
    const text = openText(keys, purpose, row);
    return text === null ? [] : [{ key: row.key, ...seal(keys, purpose, row.context, text) }];
  });
  const to = member
    ? sql`${sql.ref(member.column)} = jsonb_set(${sql.ref(`t.${member.column}`)}, ${sql.lit(`{${member.name}}`)},
        jsonb_build_object('ciphertext', f.ciphertext, 'keyId', f.key_id))`
    : sql`ciphertext = f.ciphertext, key_id = f.key_id`;
  await sql`
    update ${sql.table(table)} t set ${to}
    from unnest(${fresh.map((row) => row.key)}::text[], ${fresh.map((row) => row.ciphertext)}::text[],
      ${fresh.map((row) => row.keyId)}::text[]) f (key, ciphertext, key_id)
    where ${sql.ref(`t.${key}`)}::text = f.key`.execute(tx);
  return { resealed: fresh.length, closed: rows.length - fresh.length };
}

function openText(keys: KeySource, purpose: string, { context, sealed }: SealedRow): string | null {
  try {
    return unseal(keys, purpose, context, sealed);
  } catch (error) {
    if (error instanceof AppError && error.code === 'KEY_CHANGED') return null;
    throw error;
  }
}
