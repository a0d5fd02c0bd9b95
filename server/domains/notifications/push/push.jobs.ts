import { sql } from 'kysely';
import { z } from 'zod';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { pushKeys } from './push-keys.ts';
import { readPush } from './push.store.ts';
import { sendPush } from './send-push.ts';
import { shownNotification } from '../notifications.queries.ts';

/** Answers by which a push service reports that the browser no longer exists, or accepts nothing under the key of this installation. */
const gone = new Set([401, 403, 404, 410]);
/** Answers after which the same message would be refused again. */
const refused = new Set([400, 413]);

/**
 * Sends one notification to one browser (NOT-03), in the language of its reader; a failed one is tried again with growing delay.
 * A browser that no longer exists is deleted.
 */
export const pushJob = defineJob({
  name: 'notifications.push',
  data: z.object({ notificationId: z.int(), subscriptionId: z.int() }),
  concurrency: 2,
  retryLimit: 5,
  retryDelaySeconds: 15,
  run: async (services, { notificationId, subscriptionId }) => {
    const push = await readPush(services.db, notificationId, subscriptionId);
    if (!push) return;
    const { language, browserNotifications } = settingsWithDefaults(push.settings);
    if (!browserNotifications) return;
    const keys = await pushKeys(services);
    if (push.publicKey !== keys.publicKey) return;
    const { title, message, path } = shownNotification(push, language);
    const tag = `notification-${String(notificationId)}`;
    const status = await sendPush(services.config, keys, push, {
      title,
      body: message,
      path: path ?? '/',
      tag,
    });
    if (gone.has(status)) {
      await runCommand(services, { action: 'push.subscriptionGone', actorId: null }, async (tx) => {
        await tx.db.deleteFrom('pushSubscriptions').where('id', '=', subscriptionId).execute();
      });
    } else if (refused.has(status)) {
      services.log.warn({ notification: notificationId, status }, 'a push service refused a message');
    } else if (status < 200 || status >= 300) {
      throw new Error(`the push service answered ${String(status)}`);
    }
  },
});

/** The time without a visit after which a browser gets no more notifications, until the next visit. */
const forgottenAfterDays = 180;
/** The number of days for which messages that were only for a browser are stored. Push services keep them for a day. */
const pushedKeptDays = 60;

const forgotten = sql`
  select s.id from push_subscriptions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
  where not u.is_active or u.erased_at is not null or o.is_active is false
    or s.used_at < app_now() - make_interval(days => ${sql.lit(forgottenAfterDays)})`;

/** Deletes unused browsers and those of deactivated people, and notifications outside the bell, once per day (NOT-03). */
export const sweepPushJob = defineJob({
  name: 'notifications.pushSweep',
  data: z.object({}),
  schedule: '41 3 * * *',
  run: async (services) => {
    await sql`
      delete from notifications
      where not in_bell and created_at < app_now() - make_interval(days => ${sql.lit(pushedKeptDays)})
    `.execute(services.db);
    const { rows } = await sql`${forgotten} limit 1`.execute(services.db);
    if (rows.length === 0) return;
    await runCommand(services, { action: 'push.subscriptionsForgotten', actorId: null }, async (tx) => {
      await sql`delete from push_subscriptions where id in (${forgotten})`.execute(tx.db);
    });
  },
});
