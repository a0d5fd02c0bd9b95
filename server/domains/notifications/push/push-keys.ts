import { sql } from 'kysely';
import webPush from 'web-push';
import { AppError } from '#shared/contract/errors.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { SealedColumn } from '#server/platform/crypto/reseal.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';
import type { Services } from '#server/platform/services.ts';

/** The keys that identify this installation to push services (RFC 8292). */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const purpose = 'push';

/** The column of the private keys of web push (OPS-09). */
export const pushPrivateKeys: SealedColumn = {
  purpose,
  table: 'push_keys',
  key: 'public_key',
  context: 'public_key',
};

async function readKeys({ db, config }: Pick<Services, 'db' | 'config'>): Promise<PushKeys | null> {
  const row = await db
    .selectFrom('pushKeys')
    .select(['publicKey', 'ciphertext', 'keyId'])
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return { publicKey: row.publicKey, privateKey: unseal(config, purpose, row.publicKey, row) };
}

/**
 * Returns the keys of this installation, created at the server's first start and stored sealed (NOT-03); servers that create them
 * at once agree on one pair. If the secret key of the installation has changed they cannot be opened: new ones replace them, and
 * browsers subscribe again.
 */
export async function pushKeys(services: Services): Promise<PushKeys> {
  let changed = false;
  try {
    const keys = await readKeys(services);
    if (keys) return keys;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'KEY_CHANGED')) throw error;
    changed = true;
  }
  const made = webPush.generateVAPIDKeys();
  const { ciphertext, keyId } = seal(services.config, purpose, made.publicKey, made.privateKey);
  await runCommand(services, { action: 'push.keysMade', actorId: null }, async (tx) => {
    if (changed) {
      await sql`update push_keys set ended_at = app_now() where ended_at is null and key_id <> ${keyId}`.execute(
        tx.db,
      );
      await sql`delete from push_subscriptions s using push_keys k where k.public_key = s.public_key and k.ended_at is not null`.execute(
        tx.db,
      );
    }
    await sql`
      insert into push_keys (public_key, ciphertext, key_id) values (${made.publicKey}, ${ciphertext}, ${keyId})
      on conflict do nothing
    `.execute(tx.db);
  });
  const keys = await readKeys(services);
  if (!keys) throw new Error('the keys of web push were not kept');
  return keys;
}
