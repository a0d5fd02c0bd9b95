import { sql } from 'kysely';
import { isLate, type SchedulePause } from '#shared/domain/reports/export-schedule.ts';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import { notifyPeople } from '#server/platform/notices.ts';
import { exportReadyMail, exportStoppedMail } from './saved-exports.mails.ts';
import { readerOf } from './saved-exports.store.ts';

/** A run of a schedule: the export, and when it was due. */
export interface ScheduledRun {
  readonly id: number;
  readonly name: string;
  readonly requestedBy: string;
  readonly scheduledFor: Date;
  readonly createdAt: Date;
}

/** Informs the owner of a schedule that the file of a run is ready: a link, never the data (RPT-03). */
export async function informReady(tx: CommandTransaction, run: ScheduledRun): Promise<void> {
  const key = `export_ready ${String(run.id)}`;
  notifyPeople(tx, {
    notice: 'export_ready',
    userIds: [run.requestedBy],
    params: { title: run.name },
    dedupeKey: key,
  });
  const { email: to, language } = await readerOf(tx.db, run.requestedBy);
  await queueMail(tx, {
    template: exportReadyMail,
    to,
    userId: run.requestedBy,
    language,
    payload: { name: run.name, isLate: isLate(run.scheduledFor, run.createdAt) },
    cause: `export.finished exports ${String(run.id)}`,
    dedupeKey: key,
  });
}

/** Informs the owner of a schedule why there is no file (RPT-03); an account that is not in use any more is not informed. */
export async function informStopped(
  tx: CommandTransaction,
  { id, ownerId, name }: { readonly id: number; readonly ownerId: string; readonly name: string },
  why: SchedulePause | 'failed',
): Promise<void> {
  const { rows } = await sql`select from users u where u.id = ${ownerId} and ${isActivePerson('u')}`.execute(
    tx.db,
  );
  if (rows.length === 0) return;
  const key = `export_stopped ${String(id)} ${String(tx.commandId)}`;
  notifyPeople(tx, { notice: 'export_stopped', userIds: [ownerId], params: { title: name }, dedupeKey: key });
  const { email: to, language } = await readerOf(tx.db, ownerId);
  await queueMail(tx, {
    template: exportStoppedMail,
    to,
    userId: ownerId,
    language,
    payload: { name, why },
    cause: `savedExport.paused saved_exports ${String(id)}`,
    dedupeKey: key,
  });
}
