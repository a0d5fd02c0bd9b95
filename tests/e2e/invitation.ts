import pg from 'pg';
import { createClient } from '#tests/harness/client.ts';
import { newOneTimeToken } from '#server/domains/accounts/index.ts';
import type { ServerFacts } from './facts.ts';

/**
 * A new person chooses a password with the invitation in the own mailbox, which opens signing (SIG-05): a link as the application makes
 * it, so that no test waits for an email.
 */
export async function acceptInvitation(
  facts: Pick<ServerFacts, 'url' | 'adminUrl' | 'secretKey'>,
  person: { readonly id: string; readonly email: string; readonly password: string },
): Promise<void> {
  const keys = { secretKey: Buffer.from(facts.secretKey, 'base64') };
  const { token, row } = newOneTimeToken(keys, 'invitation', person.id, { email: person.email });
  const database = new pg.Client({ connectionString: facts.adminUrl });
  await database.connect();
  try {
    // Many people from one address: only the count of these links, so that no test of another one changes.
    await database.query(`delete from sign_in_throttles where key like 'resetAddress:%'`);
    await database.query(
      `insert into one_time_tokens (kind, token_hash, user_id, payload, mac, expires_at)
       values ($1, $2, $3, $4, $5, app_now() + interval '1 day')`,
      [row.kind, row.tokenHash, row.userId, row.payload, row.mac],
    );
  } finally {
    await database.end();
  }
  const answer = await createClient(facts.url).post('/api/auth/reset-password', {
    token,
    newPassword: person.password,
  });
  if (answer.status !== 200) throw new Error(`${person.email}: ${JSON.stringify(answer.body)}`);
}
