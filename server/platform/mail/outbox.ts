import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { seal, unseal, type Sealed } from '#server/platform/crypto/seal.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { renderMail, type MailLanguage, type MailTemplate } from '#server/platform/mail/template.ts';
import type { Services } from '#server/platform/services.ts';

/** A message to be queued with its cause. */
export interface QueuedMail<Payload> {
  readonly template: MailTemplate<Payload>;
  readonly to: string;
  readonly userId: string | null;
  readonly language: MailLanguage;
  readonly payload: Payload;
  /** A token for the link: stored sealed, given to the template as `payload.secret` when the mail is sent (R-SEC-16). */
  readonly secret?: string;
  /** Event and record that caused it, for the outbox screen. */
  readonly cause: string;
  /** A second mail with the same key is not queued (NOT-02: never twice). */
  readonly dedupeKey?: string;
}

/** Queues a mail in the command's transaction: it exists exactly when its cause does (NOT-02). */
export async function queueMail<Payload>(tx: CommandTransaction, mail: QueuedMail<Payload>): Promise<void> {
  await queueMails(tx, [mail]);
}

/** Queues what one cause says to many people, in one statement (NOT-02). */
export async function queueMails<Payload>(
  tx: CommandTransaction,
  mails: readonly QueuedMail<Payload>[],
): Promise<void> {
  if (mails.length === 0) return;
  const inserted = await tx.db
    .insertInto('mailOutbox')
    .values(mails.map((mail) => outboxRow(tx.services, mail)))
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .execute();
  if (tx.services.mailer) await tx.services.jobs.enqueue(tx.db, sendMailJob, inserted);
}

function outboxRow<Payload>({ config }: Services, mail: QueuedMail<Payload>) {
  const messageId = `<${randomUUID()}@${config.publicUrl.hostname}>`;
  return {
    messageId,
    toAddress: mail.to,
    userId: mail.userId,
    template: mail.template.name,
    language: mail.language,
    category: mail.template.category,
    payload: JSON.stringify(
      mail.secret === undefined
        ? mail.payload
        : { ...mail.payload, secret: seal(config, 'mail', messageId, mail.secret) },
    ),
    cause: mail.cause,
    dedupeKey: mail.dedupeKey ?? null,
  };
}

const claimMinutes = 5;
const giveUpAfter = 12;

/** Sends one waiting mail; a failure is kept with its reason and tried again with growing delay. */
export const sendMailJob = defineJob({
  name: 'mail.send',
  data: z.object({ id: z.int() }),
  concurrency: 2,
  waitsOnceFor: ({ id }) => String(id),
  // The outbox keeps its own retries, so that they show on its screen.
  retryLimit: 0,
  run: async (services, { id }) => {
    const { mailer } = services;
    if (!mailer) return;
    const claimed = await claim(services, id);
    if (!claimed) return;
    try {
      const template = services.mailTemplates.get(claimed.template);
      if (!template) throw new Error(`unknown mail template ${claimed.template}`);
      const payload = withOpenSecret(services, claimed.messageId, claimed.payload);
      const content = template.render(claimed.language, payload as never);
      const message = renderMail(content, services.config.publicUrl);
      // The same Message-ID on every try: a mail that was sent twice is recognized as one (NOT-02).
      await mailer.send({ ...message, to: claimed.toAddress, messageId: claimed.messageId });
    } catch (error) {
      await markFailed(services, id, claimed.attempts, error);
      return;
    }
    await runCommand(services, { action: 'mail.sent', actorId: null }, async (tx) => {
      await tx.db
        .updateTable('mailOutbox')
        .set({ state: 'sent', sentAt: sql<Date>`app_now()`, lastError: null })
        .where('id', '=', id)
        .execute();
    });
  },
});

/** Finds mails whose time has come, also those that a killed server left behind (NOT-04: caught up after an outage). */
export const sweepMailJob = defineJob({
  name: 'mail.sweep',
  data: z.object({}),
  schedule: '* * * * *',
  run: async (services) => {
    if (!services.mailer) return;
    const due = await services.db
      .selectFrom('mailOutbox')
      .select('id')
      .where((eb) =>
        eb.or([
          eb.and([eb('state', '=', 'waiting'), eb('nextAttemptAt', '<=', sql<Date>`app_now()`)]),
          eb.and([eb('state', '=', 'sending'), eb('claimedAt', '<', claimLimit())]),
        ]),
      )
      .orderBy('nextAttemptAt')
      .limit(500)
      .execute();
    await services.db.transaction().execute((trx) => services.jobs.enqueue(trx, sendMailJob, due));
  },
});

function withOpenSecret(services: Services, messageId: string, payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('secret' in payload)) return payload;
  return { ...payload, secret: unseal(services.config, 'mail', messageId, payload.secret as Sealed) };
}

const claimLimit = () => sql<Date>`app_now() - make_interval(mins => ${claimMinutes})`;

async function claim(services: Services, id: number) {
  return runCommand(services, { action: 'mail.claimed', actorId: null }, async (tx) =>
    tx.db
      .updateTable('mailOutbox')
      .set((eb) => ({ state: 'sending', claimedAt: sql<Date>`app_now()`, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb.and([eb('state', '=', 'waiting'), eb('nextAttemptAt', '<=', sql<Date>`app_now()`)]),
          eb.and([eb('state', '=', 'sending'), eb('claimedAt', '<', claimLimit())]),
        ]),
      )
      .returning(['messageId', 'toAddress', 'template', 'language', 'payload', 'attempts'])
      .executeTakeFirst(),
  );
}

async function markFailed(services: Services, id: number, attempts: number, error: unknown): Promise<void> {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const permanent = error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
  const failed = permanent || attempts >= giveUpAfter;
  const delaySeconds = Math.min(30 * 2 ** (attempts - 1), 6 * 3600);
  services.log.warn({ mail: id, attempts, failed }, 'mail could not be sent');
  await runCommand(services, { action: 'mail.failed', actorId: null }, async (tx) => {
    await tx.db
      .updateTable('mailOutbox')
      .set({
        state: failed ? 'failed' : 'waiting',
        lastError: text,
        nextAttemptAt: sql<Date>`app_now() + make_interval(secs => ${delaySeconds})`,
      })
      .where('id', '=', id)
      .execute();
  });
}
