import { sql } from 'kysely';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { notifyPeople } from '#server/platform/notices.ts';
import type { Services } from '#server/platform/services.ts';
import type { Target } from '../deliveries.store.ts';
import { webhookFailedMail, webhookGoneMail } from '../webhooks.mails.ts';

type WebhookTarget = Pick<Target, 'id' | 'name'>;

const recordOf = ({ id }: WebhookTarget) => ({ type: 'webhooks', id: String(id) });

/** Notifies administrators of deliveries that have failed permanently: at most once per day for each webhook (OPS-06). */
export async function reportFailed(services: Services, target: WebhookTarget): Promise<void> {
  const day = services.clock.now().toISOString().slice(0, 10);
  await runCommand(
    services,
    { action: 'webhook.failed', actorId: null, record: recordOf(target) },
    async (tx) => notifyAdministrators(tx, target, 'failed', `webhook_failed ${String(target.id)} ${day}`),
  );
}

/** Turns a webhook off whose receiver answered 410, and notifies administrators (OPS-06). */
export async function disableGoneWebhook(services: Services, target: WebhookTarget): Promise<void> {
  await runCommand(
    services,
    { action: 'webhook.turnedOff', actorId: null, record: recordOf(target) },
    async (tx) => {
      const { rows } = await sql`
        update webhooks set is_active = false, off_reason = 'gone' where id = ${target.id} and is_active returning id`.execute(
        tx.db,
      );
      // Another process has turned it off.
      if (rows.length === 0) return;
      await notifyAdministrators(
        tx,
        target,
        'gone',
        `webhook_gone ${String(target.id)} ${String(tx.commandId)}`,
      );
    },
  );
}

async function notifyAdministrators(
  tx: CommandTransaction,
  { id, name }: WebhookTarget,
  what: 'failed' | 'gone',
  dedupeKey: string,
): Promise<void> {
  const { rows } = await sql<{ id: string; email: string; settings: Readonly<Record<string, unknown>> }>`
    select u.id, u.email, u.settings from users u where u.role = 'admin' and ${isActivePerson('u')}`.execute(
    tx.db,
  );
  notifyPeople(tx, {
    notice: what === 'gone' ? 'webhook_gone' : 'webhook_failed',
    userIds: rows.map((admin) => admin.id),
    params: { title: name },
    priority: 'high',
    dedupeKey,
  });
  await queueMails(
    tx,
    rows.map((admin) => ({
      template: what === 'gone' ? webhookGoneMail : webhookFailedMail,
      to: admin.email,
      userId: admin.id,
      language: settingsWithDefaults(admin.settings).language,
      payload: { name },
      cause: `webhook.${what === 'gone' ? 'turnedOff' : 'failed'} webhooks ${String(id)}`,
      dedupeKey: `${dedupeKey} ${admin.id}`,
    })),
  );
}
