import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { mustRetrain } from '#shared/domain/modules/publishing.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import type { ModulePublished } from '#server/domains/modules/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { queueMails } from '#server/platform/mail/outbox.ts';
import { notifyPeople } from '#server/platform/notices.ts';
import { newVersionMail } from './assignments.mails.ts';
import { lockPeople } from './plan.ts';
import { retrain } from './retraining.ts';

interface Interrupted {
  readonly userId: string;
  readonly email: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly title: string;
}

/**
 * Subscriber of `module.published` (MOD-11): open assignments continue with the new version. If it takes effect at once, people who
 * have started the old version start the new one and are notified in the product and by email. If a later day was announced, they
 * finish the old version. People who completed an old version retrain if the publisher chose so.
 */
export async function moveToNewVersion(tx: CommandTransaction, event: ModulePublished): Promise<void> {
  const again = mustRetrain(event.retraining, 'before');
  const holders = await sql<{ userId: string }>`
    select distinct user_id from training_assignments
    where module_id = ${event.moduleId} and (status in ('not_started', 'in_progress')
      or (status = 'completed' and ${again}::boolean)) order by user_id
  `.execute(tx.db);
  await lockPeople(
    tx,
    holders.rows.map((row) => row.userId),
  );
  const interrupted = await move(tx, event);
  if (again) await retrain(tx, event);
  await tell(tx, event, interrupted);
}

/** Moves the assignments in one statement; returns the people whose reading it interrupted. The progress in the old version is deleted. */
async function move(tx: CommandTransaction, event: ModulePublished): Promise<readonly Interrupted[]> {
  const { rows } = await sql<Interrupted>`
    with moved as (
      update training_assignments a set module_version_id = v.id, progress = 0, score = null
      from module_versions v
      where v.id = ${event.versionId} and a.module_id = v.module_id and a.module_version_id is distinct from v.id
        and (a.status = 'not_started' or (a.status = 'in_progress' and v.effective_from <= v.published_at))
      returning a.id, a.user_id, a.module_id, a.status
    ),
    unseen_pages as (delete from page_views p using moved where p.assignment_id = moved.id),
    unseen_ranges as (delete from video_ranges r using moved where r.assignment_id = moved.id),
    unseen_downloads as (delete from content_downloads d using moved where d.assignment_id = moved.id),
    closed as (
      update viewer_sessions s set ended_at = app_now() from moved
      where s.assignment_id = moved.id and s.ended_at is null
    )
    select u.id as user_id, u.email, u.settings, t.title
    from moved join users u on u.id = moved.user_id join training_modules t on t.id = moved.module_id
    where moved.status = 'in_progress' and ${isActivePerson('u')}
    order by u.id
  `.execute(tx.db);
  return rows;
}

async function tell(
  tx: CommandTransaction,
  { moduleId, versionId, versionNumber }: ModulePublished,
  people: readonly Interrupted[],
): Promise<void> {
  const [first] = people;
  if (!first) return;
  const { title } = first;
  notifyPeople(tx, {
    notice: 'new_version',
    userIds: people.map((person) => person.userId),
    relatedId: String(moduleId),
    params: { moduleId, title, version: versionNumber },
  });
  const mails = people.map(({ userId, email, settings }) => ({
    template: newVersionMail,
    to: email,
    userId,
    language: settingsWithDefaults(settings).language,
    payload: { moduleId, title, versionNumber },
    cause: `module.published training_modules ${String(moduleId)}`,
    dedupeKey: `module.published ${String(versionId)} ${userId}`,
  }));
  await queueMails(tx, mails);
}
