import { sql } from 'kysely';
import {
  belongs,
  isOpenOrValid,
  todayIn,
  type AssignmentCompleted,
  type AssignmentsCreated,
} from '#server/domains/assignments/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { storeNotifications } from './notifications.store.ts';
import { managerAndSelf, managerOrAdministrators } from './recipients.ts';

/** The people to whom each open command has assigned something so far. */
const assignedIn = new WeakMap<CommandTransaction, { readonly userIds: Set<string>; waiting: boolean }>();

/** Raised once after everybody to whom a command assigned something has been collected. */
const assigned = { type: 'notifications.assigned' } as const;

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly notificationsAssigned: typeof assigned;
  }
}

/** Subscriber of `assignment.assigned`: collects the people to whom a command assigned something, so that each manager is notified once. */
export async function recordAssigned(tx: CommandTransaction, event: AssignmentsCreated): Promise<void> {
  const noted = assignedIn.get(tx) ?? { userIds: new Set<string>(), waiting: false };
  assignedIn.set(tx, noted);
  for (const userId of event.userIds) noted.userIds.add(userId);
  if (noted.waiting) return;
  noted.waiting = true;
  tx.emit(assigned);
}

/**
 * Subscriber of `notifications.assigned`: the assignments of this command, by kind (NOT-01), in one statement. For a matrix, managers get one notification for
 * all their people, and the person gets one; for an opened renewal, one per training; for a single training, only the
 * person gets one.
 */
export async function notifyAssigned(tx: CommandTransaction): Promise<void> {
  const noted = assignedIn.get(tx);
  if (!noted) return;
  noted.waiting = false;
  await storeNotifications(
    tx,
    sql`
      with made as materialized (
        select a.id, a.user_id, a.module_id, a.matrix_id, a.due_date, a.assignment_type, u.manager_id
        from training_assignments a join users u on u.id = a.user_id
        where a.user_id = any(${[...noted.userIds]}::text[]) and a.assigned_date = app_now()
          and a.status in ('not_started', 'in_progress')
      ),
      matrices as (
        select distinct d.user_id, d.manager_id, m.id, m.name from made d join training_matrices m on m.id = d.matrix_id
        where d.assignment_type in ('matrix', 'onboarding')
      )
      select 'matrix_assigned' as type, m.manager_id as user_id, case when count(*) = 1 then min(m.user_id) end as subject_id,
        m.id::text as related_id, jsonb_build_object('matrix', m.name, 'people', count(*)) as params, 'medium' as priority,
        'matrix_assigned ' || ${String(tx.commandId)}::text || ' ' || m.id as dedupe_key, true as bell
      from matrices m where m.manager_id is not null group by m.manager_id, m.id, m.name
      union all
      select 'matrix_assigned', m.user_id, m.user_id, m.id::text, jsonb_build_object('matrix', m.name, 'people', 1), 'medium',
        'matrix_assigned ' || ${String(tx.commandId)}::text || ' ' || m.id || ' own', true
      from matrices m
      union all
      select 'renewal_due', r.user_id, d.user_id, d.id::text,
        jsonb_build_object('title', t.title, 'moduleId', t.id, 'dueDate', d.due_date), 'medium', 'renewal_due ' || d.id, true
      from made d join training_modules t on t.id = d.module_id cross join lateral (${managerAndSelf('d', 'user_id')}) r
      where d.assignment_type = 'renewal'
      union all
      select 'training_assigned', d.user_id, d.user_id, d.id::text,
        jsonb_build_object('title', t.title, 'moduleId', t.id, 'dueDate', d.due_date), 'medium', 'training_assigned ' || d.id, true
      from made d join training_modules t on t.id = d.module_id where d.assignment_type in ('manual', 'retraining')`,
    { replace: true },
  );
}

/**
 * Subscriber of `assignment.completed` (NOT-01), one statement: notifies the manager of the completion, and the person if they
 * have a bell. If the person has now completed all required modules of a matrix, it notifies the manager, otherwise the
 * administrators. The renewal of a training that was still valid does not complete a matrix again.
 */
export async function notifyOfCompletion(tx: CommandTransaction, event: AssignmentCompleted): Promise<void> {
  const { userId, assignmentId, moduleId, moduleTitle } = event;
  const settled = (alias: string) =>
    isOpenOrValid(sql.raw(`${alias}.status`), sql.raw(`${alias}.next_renewal_date`), sql`z.today`);
  await storeNotifications(
    tx,
    sql`
      with person as (
        select p.*, ${todayIn(sql`o.time_zone`)} as today
        from users p left join organizations o on o.id = p.organization_id where p.id = ${userId}
      )
      select 'training_completed' as type, r.user_id, p.id as subject_id, ${String(assignmentId)}::text as related_id,
        jsonb_build_object('title', ${moduleTitle}::text, 'moduleId', ${moduleId}::int) as params, 'medium' as priority,
        ${`training_completed ${String(assignmentId)}`}::text as dedupe_key, true as bell
      from person p cross join lateral (${managerAndSelf('p', 'id')}) r
      where r.user_id <> p.id or p.role in ('admin', 'manager')
      union all
      select 'matrix_completed', r.user_id, p.id, m.id::text, jsonb_build_object('matrix', m.name), 'medium',
        'matrix_completed ' || m.id || ' ' || p.id || ' ' || ${String(assignmentId)}::text, true
      from person p cross join lateral (select p.today) z
      join training_matrices m on ${belongs('m', 'p')}
      cross join lateral (${managerOrAdministrators('p')}) r
      where exists (select 1 from training_matrix e where e.matrix_id = m.id and e.module_id = ${moduleId} and e.is_required)
        and not exists (select 1 from training_assignments b where b.user_id = p.id and b.module_id = ${moduleId}
          and b.id <> ${assignmentId} and b.status = 'completed' and ${settled('b')})
        and not exists (
          select 1 from training_matrix e
          join training_modules t on t.id = e.module_id and t.is_active and t.retired_at is null and t.content_type <> 'placeholder'
          where e.matrix_id = m.id and e.is_required and not exists (
            select 1 from training_assignments c
            where c.user_id = p.id and c.module_id = e.module_id and c.status = 'completed' and ${settled('c')}))`,
    { prepared: true },
  );
}
