import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { FormerSecret } from '#server/platform/config/config.ts';
import { commandLine } from '#server/platform/config/program.ts';
import { fingerprintOf, type KeySource } from '#server/platform/crypto/keys.ts';
import {
  openGenerations,
  readGenerations,
  sealFormer,
} from '#server/platform/installation/key-generations.ts';
import { signHandOver } from './hand-over.ts';
import { installationSealingKey } from './sealing-key.ts';

/** Why a secret cannot be rotated now; the message is for the person who tries. */
export class RotationRefused extends Error {
  override readonly name = 'RotationRefused';
}

/** The keys of an installation after a rotation. */
export interface RotatedKeys {
  readonly secretKey: Buffer;
  readonly formerSecrets: readonly FormerSecret[];
}

const lockNotAvailable = '55P03';

/** Waits until no command and no seal uses the former secret, and lets none start until this transaction ends. */
async function takeTurn(tx: Transaction<DB>): Promise<void> {
  await sql`set local lock_timeout = '30s'`.execute(tx);
  try {
    await sql`select pg_advisory_xact_lock(hashtext('installation.key'))`.execute(tx);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === lockNotAvailable)) throw error;
    throw new RotationRefused('Another command has run for half a minute. Try again when it is done.', {
      cause: error,
    });
  }
}

/**
 * Replaces the present secret with a new one (OPS-09), in an open command. It waits for every command and seal in progress, seals
 * all former secrets under the new one, and has the old and the new sealing key sign the hand-over. Returns the keys for signing
 * and checking from now on. Throws RotationRefused.
 */
export async function rotateKeys(
  tx: Transaction<DB>,
  keys: KeySource,
  secretKey: Buffer,
): Promise<RotatedKeys> {
  await takeTurn(tx);
  const installation = await tx.selectFrom('installation').selectAll().executeTakeFirst();
  const generations = await readGenerations(tx);
  const current = generations.at(-1);
  if (!installation || !current) throw new RotationRefused('This installation has not been started yet.');
  if (installation.keyFingerprint !== fingerprintOf(keys) || current.fingerprint !== fingerprintOf(keys))
    throw new RotationRefused('The secret was rotated meanwhile.');
  const { formerSecrets, closed } = openGenerations(keys, generations);
  if (closed.length > 0)
    throw new RotationRefused(`Former secrets do not open. Run: ${commandLine('verify')}`);
  const used = [keys, ...formerSecrets].map(fingerprintOf);
  const fingerprint = fingerprintOf({ secretKey });
  if (used.includes(fingerprint))
    throw new RotationRefused('NEW_SECRET_KEY must be a secret that this installation never had.');
  const retiredAt = await instantOf(tx);
  const rotated: RotatedKeys = {
    secretKey,
    formerSecrets: [{ secretKey: keys.secretKey, retiredAt }, ...formerSecrets],
  };
  for (const generation of generations) {
    const former = rotated.formerSecrets.find((one) => fingerprintOf(one) === generation.fingerprint);
    if (!former) throw new Error(`generation ${String(generation.number)} has no secret`);
    await tx
      .updateTable('keyGenerations')
      .set({ retiredAt: former.retiredAt, ...sealFormer(rotated, generation, former) })
      .where('number', '=', generation.number)
      .execute();
  }
  const number = current.number + 1;
  const [from, to] = [installationSealingKey(keys), installationSealingKey(rotated)];
  const at = retiredAt.toISOString();
  await tx
    .insertInto('keyGenerations')
    .values({
      number,
      fingerprint,
      sealingPublicKey: to.publicKey,
      begunAt: retiredAt,
      ...signHandOver(from, to, { installation: installation.id, number, at }),
    })
    .execute();
  await tx.updateTable('installation').set({ keyFingerprint: fingerprint }).execute();
  await sql`select pg_notify('installation_key', ${fingerprint})`.execute(tx);
  return rotated;
}

/** Returns the present instant, not the start of this transaction: everything with the former secret is older. */
async function instantOf(tx: Transaction<DB>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', app_now() + (clock_timestamp() - now())) as now`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the database told no time');
  return row.now;
}
