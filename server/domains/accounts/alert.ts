import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { accountPolicies } from '#shared/domain/passwords/policy.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { notifyPeople } from '#server/platform/notices.ts';
import { namedStatement } from '#server/platform/postgres/named-statement.ts';
import { refusalsAlertMail } from './alert.mails.ts';

/**
 * The number of refused attempts on one account within an hour after which the administrators are notified, once for that hour.
 */
const ALERT_AFTER = 10;

const hourIsOver = `t.first_failed_at < app_now() - interval '1 hour'`;
const countStatement = namedStatement<{ readonly failures: number }>(
  'accounts.count-for-alert',
  `insert into sign_in_throttles as t (key, failures, first_failed_at, last_failed_at) values ($1, 1, app_now(), app_now())
   on conflict (key) do update set last_failed_at = app_now(),
     failures = case when ${hourIsOver} then 1 else least(t.failures + 1, 1000) end,
     first_failed_at = case when ${hourIsOver} then app_now() else t.first_failed_at end
   returning failures`,
);

/**
 * Counts a refused attempt on an account, on all servers together. Notifies the administrators of the first attempt above the
 * limit (AUTH-11), because nobody watches failures while they happen. An attempt on an unknown account is counted too, but
 * notifies no one. A profile that locks accounts notifies of the lock instead.
 */
export async function alertOfRefusals(
  ctx: RequestContext,
  { userId, accountKey }: { readonly userId: string | null; readonly accountKey: string | null },
): Promise<void> {
  const { config, db } = ctx.services;
  if (accountKey === null || accountPolicies[config.policy].lockAfterFailures !== null) return;
  // Passwords and codes count together, for every kind of attempt in the key.
  const account = accountKey.slice(accountKey.indexOf(':') + 1);
  const { rows } = await db.executeQuery(countStatement(`alert:${account}`));
  if (rows[0]?.failures !== ALERT_AFTER || userId === null) return;
  await runCommand(
    ctx.services,
    {
      action: 'account.refusalsTold',
      actorId: null,
      origin: { subjectId: userId, requestId: ctx.requestId, ip: ctx.ip, userAgent: ctx.userAgent },
    },
    (tx) => notifyAdministrators(tx, userId),
  );
}

/** Notifies in the bell and by email, so that administrators who are not signed in are notified too. */
async function notifyAdministrators(tx: CommandTransaction, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string; email: string; settings: unknown; person: string }>`
    select a.id, a.email, a.settings,
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), '') || ' (' || u.email || ')', u.email) as person
    from users u cross join users a
    where u.id = ${userId} and a.role = 'admin' and ${isActivePerson('a')}
  `.execute(tx.db);
  notifyPeople(tx, {
    notice: 'sign_in_failures',
    userIds: rows.map(({ id }) => id),
    subjectId: userId,
    params: { people: ALERT_AFTER },
    priority: 'high',
  });
  await queueMails(
    tx,
    rows.map(({ id, email, settings, person }) => ({
      template: refusalsAlertMail,
      to: email,
      userId: id,
      language: settingsWithDefaults(settings as Record<string, unknown>).language,
      payload: { person, failures: ALERT_AFTER },
      cause: `account.refusalsTold users ${userId}`,
    })),
  );
}
