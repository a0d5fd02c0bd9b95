import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { fingerprintOf, type KeySource } from '#server/platform/crypto/keys.ts';

/**
 * For who has just found something that was not made with this server's secret: throws DATABASE_UNAVAILABLE where the secret was rotated
 * under the server, which is about to stop, so that nobody is turned away for it (OPS-09).
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
