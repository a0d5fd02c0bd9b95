import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { wantsMail } from '#shared/domain/notifications/mail-switches.ts';
import { hasMailbox } from '#shared/domain/people/directory-person.ts';
import { settingsWithDefaults, type Language } from '#shared/domain/people/settings.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { SealedColumn } from '#server/platform/crypto/reseal.ts';
import { seal, unseal, type Sealed } from '#server/platform/crypto/seal.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { releaseBlocked, probeMailServer } from '#server/platform/mail/blocked.ts';
import { judgeFailure, waitAfter } from '#server/platform/mail/failures.ts';
import { contentOf, textOfMail } from '#server/platform/mail/mail-texts.ts';
import { oneLine, renderMail } from '#server/platform/mail/render.ts';
import { isHeld, holdAfterRestore, noticeRestore } from '#server/platform/mail/restored.ts';
import { shownContent } from '#server/platform/mail/shown-mail.ts';
import type { MailContent, MailTemplate } from '#server/platform/mail/template.ts';
import type { Services } from '#server/platform/services.ts';

/** A message to be queued with its cause. */
export interface QueuedMail<Payload> {
  readonly template: MailTemplate<Payload>;
  readonly to: string;
  readonly userId: string | null;
  readonly language: Language;
  readonly payload: Payload;
  /** A token for the link: stored sealed, given to the template as `payload.secret` when the email is sent (R-SEC-16). */
  readonly secret?: string;
  /** Event and record that caused it, for the outbox screen. */
  readonly cause: string;
  /** A second email with the same key is not queued (NOT-02: never twice). */
  readonly dedupeKey?: string;
  /** The planned time if it is not now: an email planned before a restore may have been sent before it (F18). */
  readonly plannedFor?: Date;
}

/** Queues an email in the command's transaction: it exists exactly if its cause does (NOT-02). */
export async function queueMail<Payload>(tx: CommandTransaction, mail: QueuedMail<Payload>): Promise<void> {
  await queueMails(tx, [mail]);
}

/** Queues the emails of one cause for any number of people, in one statement, for those of them who want it (NOT-02). */
export async function queueMails<Payload>(
  tx: CommandTransaction,
  offered: readonly QueuedMail<Payload>[],
): Promise<void> {
  const mails = await onlyWanted(
    tx,
    offered.filter(({ to }) => hasMailbox(to)),
  );
  if (mails.length === 0) return;
  // One parameter for all of them: with one per value, a statement could contain only a few thousand emails.
  const { rows: inserted } = await sql<{ id: number }>`
    insert into mail_outbox
      (message_id, to_address, user_id, template, language, category, payload, cause, dedupe_key, planned_for)
    select m.* from json_to_recordset(${JSON.stringify(mails.map((mail) => outboxRow(tx.services, mail)))}::json) as m (
      "messageId" text, "toAddress" text, "userId" text, template text, language text, category text, payload jsonb, cause text,
      "dedupeKey" text, "plannedFor" timestamptz)
    on conflict (dedupe_key) do nothing
    returning id`.execute(tx.db);
  if (tx.services.mailer) await tx.services.jobs.enqueue(tx.db, sendMailJob, inserted);
}

/** Applies the settings of people (NOT-02), in this place only; inactive people get only emails that must arrive. */
async function onlyWanted<Payload>(
  tx: CommandTransaction,
  mails: readonly QueuedMail<Payload>[],
): Promise<readonly QueuedMail<Payload>[]> {
  const asked = mails.flatMap(({ template, userId }) =>
    template.category === 'security' || userId === null ? [] : [userId],
  );
  if (asked.length === 0) return mails;
  const people = await tx.db
    .selectFrom('users')
    .select(['id', 'settings'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(asked))))
    .where('isActive', '=', true)
    .where('erasedAt', 'is', null)
    .execute();
  const switches = new Map(
    people.map(({ id, settings }) => [id, settingsWithDefaults(settings as Record<string, unknown>)]),
  );
  return mails.filter(({ template: { category }, userId }) => {
    if (category === 'security' || userId === null) return true;
    const own = switches.get(userId);
    return own !== undefined && wantsMail(own, category);
  });
}

const purpose = 'mail';

/** The column with the links of pending emails (OPS-09). */
export const mailSecrets: SealedColumn = {
  purpose,
  table: 'mail_outbox',
  key: 'id',
  context: 'message_id',
  member: { column: 'payload', name: 'secret' },
};

function outboxRow<Payload>({ config }: Services, mail: QueuedMail<Payload>) {
  const messageId = `<${randomUUID()}@${config.publicUrl.hostname}>`;
  return {
    messageId,
    toAddress: mail.to,
    userId: mail.userId,
    template: mail.template.name,
    language: mail.language,
    category: mail.template.category,
    payload:
      mail.secret === undefined
        ? mail.payload
        : { ...mail.payload, secret: seal(config, purpose, messageId, mail.secret) },
    cause: mail.cause,
    dedupeKey: mail.dedupeKey ?? null,
    plannedFor: mail.plannedFor ?? null,
  };
}

const claimMinutes = 5;

/** Sends one pending email; a failure is stored with its reason and tried again with growing delay. */
export const sendMailJob = defineJob({
  name: 'mail.send',
  data: z.object({ id: z.int() }),
  concurrency: 2,
  waitsOnceFor: ({ id }) => String(id),
  // The outbox has its own retries, so that its screen shows them.
  retryLimit: 0,
  run: async (services, { id }) => {
    const { mailer } = services;
    if (!mailer) return;
    await noticeRestore(services);
    const claimed = await claim(services, id);
    if (!claimed) return;
    let shown: MailContent | null = null;
    try {
      const template = services.mailTemplates.get(claimed.template);
      if (!template) throw new Error(`unknown mail template ${claimed.template}`);
      const payload = withOpenSecret(services, claimed.messageId, claimed.payload);
      const text = await textOfMail(services.db, id);
      const content = contentOf(template, claimed.language, payload, text);
      shown = shownContent(services.mailTemplates, claimed, text);
      const message = renderMail(content, {
        category: template.category,
        language: claimed.language,
        publicUrl: services.config.publicUrl,
      });
      // The same Message-ID on every attempt: an email that was sent twice is recognized as one (NOT-02).
      await mailer.send({ ...message, to: claimed.toAddress, messageId: claimed.messageId });
    } catch (error) {
      await markFailed(services, claimed, error);
      return;
    }
    await runCommand(
      services,
      { action: 'mail.sent', actorId: null, record: recordOf(claimed) },
      async (tx) => {
        await tx.db
          .updateTable('mailOutbox')
          // The link was delivered, so its secret is deleted. The stored text of the email is without it.
          .set({
            subject: oneLine(shown?.subject ?? ''),
            content: JSON.stringify(shown),
            state: 'sent',
            sentAt: sql<Date>`app_now()`,
            lastError: null,
            blockedAt: null,
            payload: sql`payload - 'secret'`,
          })
          .where('id', '=', id)
          .execute();
      },
    );
    await releaseBlocked(services);
  },
});

/** Finds due emails, including those that a killed server left behind (NOT-04: caught up after an outage). */
export const sweepMailJob = defineJob({
  name: 'mail.sweep',
  data: z.object({}),
  schedule: '* * * * *',
  run: async (services) => {
    await noticeRestore(services);
    await holdAfterRestore(services);
    if (!services.mailer) return;
    await probeMailServer(services);
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

/** The time for which a sent email stays in the outbox: the trail and the tables of sent reminders keep the record. */
const keptDays = 180;
const removedAtOnce = 5000;

/** Removes emails that were sent long ago; failed or held ones stay until an administrator decides (NOT-02). */
export const cleanMailJob = defineJob({
  name: 'mail.clean',
  data: z.object({}),
  schedule: '23 3 * * *',
  run: async (services, _data, stopping) => {
    for (let removed = removedAtOnce; removed === removedAtOnce && stopping?.aborted !== true;) {
      const { numAffectedRows } = await sql`
        delete from mail_outbox where id in (
          select id from mail_outbox where state = 'sent' and sent_at < app_now() - make_interval(days => ${keptDays})
          order by sent_at limit ${removedAtOnce})`.execute(services.db);
      removed = Number(numAffectedRows ?? 0);
    }
  },
});

function withOpenSecret(services: Services, messageId: string, payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || !('secret' in payload)) return payload;
  return { ...payload, secret: unseal(services.config, purpose, messageId, payload.secret as Sealed) };
}

const claimLimit = () => sql<Date>`app_now() - make_interval(mins => ${claimMinutes})`;

/** Claims an email for one attempt. It changes no record: the trail has each attempt once, with its result. */
async function claim(services: Services, id: number) {
  return services.db
    .updateTable('mailOutbox')
    .set((eb) => ({ state: 'sending', claimedAt: sql<Date>`app_now()`, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where((eb) => eb.not(isHeld))
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'waiting'), eb('nextAttemptAt', '<=', sql<Date>`app_now()`)]),
        eb.and([eb('state', '=', 'sending'), eb('claimedAt', '<', claimLimit())]),
      ]),
    )
    .returning(['id', 'userId', 'messageId', 'toAddress', 'template', 'language', 'payload', 'attempts'])
    .executeTakeFirst();
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>;

/** Returns the trail entry of an attempt: email and recipient (AUD-01). */
const recordOf = ({ id, userId }: Pick<Claimed, 'id' | 'userId'>) => ({
  type: 'mail_outbox',
  id: String(id),
  subjectId: userId,
});

/**
 * Stores why an email was not sent. An unreachable mail server does not count as a failure of the email. The next attempt then
 * follows after as much time as the email has been in the queue, but at least a minute and at most three hours, until the server
 * can be reached. Each attempt stays in the trail.
 */
async function markFailed(services: Services, claimed: Claimed, error: unknown): Promise<void> {
  const { id, attempts } = claimed;
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  const verdict = judgeFailure(error);
  const wait = waitAfter(attempts);
  const blocked = verdict === 'wayBlocked';
  const failed = !blocked && (verdict === 'refused' || wait === null);
  services.log.warn({ mail: id, attempts, failed, blocked }, 'mail could not be sent');
  const delay = blocked
    ? sql`least(greatest(app_now() - coalesce(released_at, created_at), interval '1 minute'), interval '3 hours')`
    : sql`make_interval(secs => ${wait ?? 0})`;
  await runCommand(
    services,
    { action: 'mail.failed', actorId: null, record: recordOf(claimed) },
    async (tx) => {
      await tx.db
        .updateTable('mailOutbox')
        .set({
          state: failed ? 'failed' : 'waiting',
          lastError: text,
          nextAttemptAt: sql<Date>`app_now() + ${delay}`,
          blockedAt: blocked ? sql<Date>`app_now()` : null,
          ...(blocked && { attempts: attempts - 1 }),
        })
        .where('id', '=', id)
        // If another server has claimed it in the meantime, that server stores the result.
        .where('state', '=', 'sending')
        .where('attempts', '=', attempts)
        .execute();
    },
  );
  // A server that refuses this email has been reached and may accept the others.
  if (verdict === 'refused') await releaseBlocked(services);
}
