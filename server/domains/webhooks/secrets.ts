import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { SealedColumn } from '#server/platform/crypto/reseal.ts';
import { seal, unseal } from '#server/platform/crypto/seal.ts';
import type { Services } from '#server/platform/services.ts';
import { newSecret } from './sign-delivery.ts';

/** The purpose for which secrets of webhooks are sealed. */
export const secretPurpose = 'webhook';

/** The column of the secrets of webhooks (OPS-09). */
export const webhookSecrets: SealedColumn = {
  purpose: secretPurpose,
  table: 'webhook_secrets',
  key: 'id',
  context: 'id',
};

/** Creates the current secret of a webhook. */
export async function makeSecret(
  { db, services: { config } }: CommandTransaction,
  webhookId: number,
): Promise<void> {
  const id = randomUUID();
  const { ciphertext, keyId } = seal(config, secretPurpose, id, newSecret());
  await sql`
    insert into webhook_secrets (id, webhook_id, ciphertext, key_id) values (${id}, ${webhookId}, ${ciphertext}, ${keyId})`.execute(
    db,
  );
}

/** Returns the current secret of a webhook, for the answer of the call that created it. */
export async function currentSecret(
  { config }: Pick<Services, 'config'>,
  db: Kysely<DB>,
  webhookId: number,
): Promise<string> {
  const { rows } = await sql<{ id: string; ciphertext: string; keyId: string }>`
    select id, ciphertext, key_id from webhook_secrets where webhook_id = ${webhookId} and ends_at is null`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return unseal(config, secretPurpose, row.id, row);
}
