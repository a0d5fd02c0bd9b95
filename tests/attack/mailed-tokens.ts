/** The secrets of links as the owners of mailboxes find them in their emails. */
import { resetLinkJob } from '#server/domains/accounts/reset-links.ts';
import { unseal, type Sealed } from '#server/platform/crypto/seal.ts';
import type { Ground } from './ground.ts';

/** A link that waits in a mailbox. */
export interface MailedToken {
  readonly to: string;
  readonly template: string;
  readonly token: string;
}

/** Runs the jobs that send reset links, and returns the links of all emails to an address. */
export async function tokensMailedTo(
  { database, server: { services } }: Pick<Ground, 'database' | 'server'>,
  address: string,
): Promise<readonly MailedToken[]> {
  const { rows: jobs } = await database.admin.query<{ data: { userId: string | null } }>(
    `delete from pgboss.job where name = $1 returning data`,
    [resetLinkJob.name],
  );
  for (const { data } of jobs) await resetLinkJob.run(services, data);
  const { rows } = await database.admin.query<{
    to: string;
    template: string;
    messageId: string;
    secret: Sealed;
  }>(
    `select to_address as "to", template, message_id as "messageId", payload -> 'secret' as secret from mail_outbox
     where to_address = $1 and payload ? 'secret' order by id`,
    [address],
  );
  return rows.map(({ to, template, messageId, secret }) => ({
    to,
    template,
    token: unseal(services.config, 'mail', messageId, secret),
  }));
}
