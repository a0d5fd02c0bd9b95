import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { fingerprintOf, type KeySource } from '#server/platform/crypto/keys.ts';

/**
 * Call this after finding a value that was not created with this server's secret. Throws DATABASE_UNAVAILABLE if the secret was rotated
 * while the server runs. The server is about to stop, and nobody must be refused because of it (OPS-09).
 */
export async function assertSecretOfToday({
  config,
  db,
}: {
  readonly config: KeySource;
  readonly db: Kysely<DB>;
}): Promise<void> {
  const { rows } = await sql<{ fingerprint: string }>`
    select key_fingerprint as fingerprint from installation`.execute(db);
  const [row] = rows;
  if (row && row.fingerprint !== fingerprintOf(config)) throw new AppError('DATABASE_UNAVAILABLE');
}
