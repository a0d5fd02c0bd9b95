import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { fingerprintOf, type KeySource } from '#server/platform/crypto/keys.ts';
import { makeFolderId } from '#server/platform/installation/data-folder.ts';
import type { Services } from '#server/platform/services.ts';
import { installationSealingKey } from '../sealing-key.ts';

/**
 * Records at the first start to which installation the database belongs and which secret it uses (OPS-09). DATA_DIR gets the same
 * id before that. Does nothing if the database has both; if several servers start at once, one of them does it.
 */
export async function startInstallation(services: Services): Promise<void> {
  const { config, db } = services;
  if (await db.selectFrom('installation').select('id').executeTakeFirst()) return;
  const id = makeFolderId(config.dataDir);
  await runCommand(services, { action: 'system.installed', actorId: null }, (tx) =>
    recordInstallation(tx.db, config, id),
  );
}

/** Writes the rows of an installation and of its first secret in an open command; another server may have done so. */
export async function recordInstallation(tx: Transaction<DB>, keys: KeySource, id: string): Promise<void> {
  const fingerprint = fingerprintOf(keys);
  const made = await tx
    .insertInto('installation')
    // A job adds public-key signatures to earlier records, and records when all have one.
    .values({
      id,
      keyFingerprint: fingerprint,
      recordsSignedAt: sql`(select app_now() where not exists (select from training_records) and not exists (select from signatures))`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('madeAt')
    .executeTakeFirst();
  if (!made) return;
  const { publicKey } = installationSealingKey(keys);
  await tx
    .insertInto('keyGenerations')
    .values({ number: 1, fingerprint, sealingPublicKey: publicKey, begunAt: made.madeAt })
    .execute();
}
