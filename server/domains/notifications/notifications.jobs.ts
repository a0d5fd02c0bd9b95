import { sql } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { z } from 'zod';
import { isOverdue, todayIn } from '#server/domains/assignments/index.ts';
import { isAway } from '#server/domains/people/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { storeNotifications } from './notifications.store.ts';
import { managerOrAdministrators } from './recipients.ts';

/**
 * Anything due longer ago is not notified: a shorter outage is caught up, and an old installation does not send a flood. For somebody who
 * was away on the day after the due date, the days count from the return.
 */
const newsDays = 30;
const newsFrom = sql`(app_now() - interval '${sql.raw(String(newsDays))} days')::date`;
const assignmentsAtOnce = 1000;

/** The notice of an assignment under its due date: one that gets another date may become overdue again. */
const keyOf = sql`'overdue_training ' || a.id || ' ' || a.due_date`;

const isOpen = sql`a.status in ('not_started', 'in_progress')`;

/** SQL of the ids of assignments whose due date is recent, also counted in the days since a return (USR-10). */
const recent = sql`
  select a.id from training_assignments a where ${isOpen} and a.due_date between ${newsFrom} and app_now()::date
  union all
  select a.id from absences x join training_assignments a on a.user_id = x.user_id and ${isOpen}
  where x.ended_at is null and x.last_day between ${newsFrom} and app_now()::date + 1
    and a.due_date < ${newsFrom} and day_present(a.user_id, a.due_date + 1) > ${newsFrom}`;

/** SQL of assignments that have become overdue in the zone of the person's organization, without a notification yet. */
const untold = sql`
  select a.id, a.user_id, a.due_date, t.id as module_id, t.title, p.manager_id, ${keyOf} as dedupe_key
  from training_assignments a
  join users p on p.id = a.user_id and ${isActivePerson('p')}
  join training_modules t on t.id = a.module_id
  left join organizations o on o.id = p.organization_id
  where ${isOverdue(sql`a.status`, sql`a.due_date`, todayIn(sql`o.time_zone`))}
    and a.id in (${recent})
    and not ${isAway(sql`p.id`, todayIn(sql`o.time_zone`))}
    and not exists (select 1 from notifications n where n.dedupe_key = ${keyOf})
  order by a.id limit ${sql.raw(String(assignmentsAtOnce))}`;

/**
 * Notifies of trainings that have become overdue (NOT-01 overdue_training): the manager, otherwise administrators. Returns
 * whether there were any.
 */
async function notifyOfOverdue(tx: CommandTransaction): Promise<number> {
  return storeNotifications(
    tx,
    sql`
      select 'overdue_training' as type, r.user_id, p.user_id as subject_id, p.id::text as related_id,
        jsonb_build_object('title', p.title, 'moduleId', p.module_id, 'dueDate', p.due_date) as params, 'high' as priority,
        p.dedupe_key, true as bell
      from (${untold}) p cross join lateral (${managerOrAdministrators('p')}) r`,
  );
}

/**
 * Notifies of overdue trainings, once per assignment and due date. It runs every hour because each time zone starts its day at
 * another hour. Two servers at once notify nobody twice, because the key of a notification is unique.
 */
export const overdueNoticesJob = defineJob({
  name: 'notifications.overdue',
  data: z.object({}),
  schedule: '9 * * * *',
  run: async (services, _data, stopping) => {
    while (stopping?.aborted !== true) {
      const { rows } = await sql<{ some: boolean }>`select exists (${untold}) as some`.execute(services.db);
      if (rows[0]?.some !== true) return;
      const kept = await runCommand(
        services,
        { action: 'notification.overdueTold', actorId: null },
        notifyOfOverdue,
      );
      if (kept === 0) return;
    }
  },
});
