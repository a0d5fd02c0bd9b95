import { sql } from 'kysely';
import { z } from 'zod';
import { reviewReminder } from '#shared/domain/people/access-review.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { notifyPeople } from '#server/platform/notices.ts';
import type { Services } from '#server/platform/services.ts';
import { accessReviewDueMail } from './reviews.mails.ts';
import { readSchedules, type ReviewSchedule } from './reviews.store.ts';

/** The largest number of organizations that one email names. */
const mostListed = 20;

/** A reminder whose day has come. */
interface DueReminder {
  readonly schedule: ReviewSchedule;
  readonly step: number;
}

/**
 * Reminds administrators of access reviews before and after their day (AUTH-17): once for each step of each due day, every organization in
 * one email. After an outage only the newest step is sent.
 */
export const remindOfReviewsJob = defineJob({
  name: 'people.access-review-reminders',
  data: z.object({}),
  schedule: '*/10 * * * *',
  waitsOnceFor: () => 'sweep',
  run: async (services) => {
    const due = (await readSchedules(services.db)).flatMap((schedule) => {
      const step = reviewReminder(schedule.today, schedule);
      return step === null ? [] : [{ schedule, step }];
    });
    if ((await untold(services, due)).length === 0) return;
    await runCommand(services, { action: 'accessReview.reminded', actorId: null }, (tx) => remind(tx, due));
  },
});

const asRows = (due: readonly DueReminder[]): string =>
  JSON.stringify(
    due.map(({ schedule: { organizationId, dueOn }, step }) => ({ organizationId, dueOn, step })),
  );

const rowsSql = (due: readonly DueReminder[]) =>
  sql`json_to_recordset(${asRows(due)}::json) as d ("organizationId" int, "dueOn" date, step int)`;

async function untold({ db }: Services, due: readonly DueReminder[]): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select 1 from ${rowsSql(due)} where not exists (
      select 1 from access_review_reminders r
      where r.organization_id = d."organizationId" and r.due_on = d."dueOn" and r.step = d.step) limit 1`.execute(
    db,
  );
  return rows;
}

async function remind(tx: CommandTransaction, due: readonly DueReminder[]): Promise<void> {
  const { rows } = await sql<{ organizationId: number }>`
    insert into access_review_reminders (organization_id, due_on, step)
    select d."organizationId", d."dueOn", d.step from ${rowsSql(due)}
    on conflict do nothing returning organization_id`.execute(tx.db);
  const told = new Set(rows.map(({ organizationId }) => organizationId));
  const fresh = due.filter(({ schedule }) => told.has(schedule.organizationId));
  if (fresh.length === 0) return;
  const administrators = await tx.db
    .selectFrom('users')
    .select(['id', 'email', 'settings'])
    .where('role', '=', 'admin')
    .where('isActive', '=', true)
    .where('erasedAt', 'is', null)
    .execute();
  const cause = `accessReview.reminded organizations ${String(fresh[0]?.schedule.organizationId)}`;
  const listed = fresh.slice(0, mostListed).map(({ schedule: { organizationName, dueOn, today } }) => ({
    title: organizationName,
    day: dueOn,
    today,
  }));
  notifyPeople(tx, {
    notice: 'access_review_due',
    userIds: administrators.map(({ id }) => id),
    params: { people: fresh.length },
    priority: 'high',
  });
  await queueMails(
    tx,
    administrators.map(({ id, email, settings }) => ({
      template: accessReviewDueMail,
      to: email,
      userId: id,
      language: settingsWithDefaults(settings as Record<string, unknown>).language,
      payload: { listed, more: fresh.length - listed.length },
      cause,
    })),
  );
}
