import { sql } from 'kysely';
import { z } from 'zod';
import { TOKEN_WARNING_DAYS } from '#shared/domain/access/token-scopes.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { livingTokenSql } from './authenticate-token.ts';
import { tokensExpireMail } from './tokens.mails.ts';

/** The largest number of tokens that one email names. */
const mostListed = 50;

const dueSql = sql.raw(`from api_tokens t join users u on u.id = t.created_by
  where ${livingTokenSql} and t.last_day <= (app_now() at time zone 'UTC')::date + ${String(TOKEN_WARNING_DAYS)}
  and not exists (select 1 from api_token_warnings w where w.token_id = t.id)`);

/** Informs all administrators once of each API token that expires soon (OPS-06). */
export const warnOfTokensJob = defineJob({
  name: 'accounts.tokens-expire',
  data: z.object({}),
  schedule: '*/10 * * * *',
  waitsOnceFor: () => 'sweep',
  run: async (services) => {
    const { rows } = await sql`select 1 ${dueSql} limit 1`.execute(services.db);
    if (rows.length === 0) return;
    await runCommand(services, { action: 'apiToken.expiryTold', actorId: null }, warn);
  },
});

async function warn(tx: CommandTransaction): Promise<void> {
  const { rows } = await sql<{ id: number; title: string; day: string }>`
    with due as (select t.id, t.name, t.last_day ${dueSql} order by t.last_day, t.id limit ${mostListed}),
    told as (insert into api_token_warnings (token_id) select id from due on conflict do nothing returning token_id)
    select due.id, due.name as title, due.last_day::text as day from due join told on told.token_id = due.id
    order by due.last_day, due.id`.execute(tx.db);
  const [first] = rows;
  if (!first) return;
  const administrators = await tx.db
    .selectFrom('users')
    .select(['id', 'email', 'settings'])
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .where('erasedAt', 'is', null)
    .execute();
  await queueMails(
    tx,
    administrators.map(({ id, email, settings }) => ({
      template: tokensExpireMail,
      to: email,
      userId: id,
      language: settingsWithDefaults(settings as Record<string, unknown>).language,
      payload: { listed: rows.map(({ title, day }) => ({ title, day })) },
      cause: `apiToken.expiryTold api_tokens ${String(first.id)}`,
    })),
  );
}
