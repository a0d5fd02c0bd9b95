/** The secret of a link that waits in the outbox, as the reader of that mailbox gets it. */
import { sql } from 'kysely';
import { unseal, type Sealed } from '#server/platform/crypto/seal.ts';
import type { Services } from '#server/platform/services.ts';
import type { TestDatabase } from './database.ts';

/** The secret of the newest email of a kind to an address; fails where none was queued. */
export async function mailedTokenOf(
  services: Pick<Services, 'config'>,
  { db }: Pick<TestDatabase, 'db'>,
  to: string,
  template: string,
): Promise<string> {
  const { rows } = await sql<{ messageId: string; payload: { secret: Sealed } }>`
    select message_id, payload from mail_outbox where to_address = ${to} and template = ${template}
    order by id desc limit 1`.execute(db);
  const [mail] = rows;
  if (!mail) throw new Error(`no ${template} was mailed to ${to}`);
  return unseal(services.config, 'mail', mail.messageId, mail.payload.secret);
}
