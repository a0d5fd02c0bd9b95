import { sql } from 'kysely';
import { resolveReach } from '#shared/domain/access/permissions.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { assignMatrix } from '#server/domains/assignments/index.ts';
import { findMatrix } from '#server/domains/curricula/index.ts';
import { markAllRead, overdueNoticesJob } from '#server/domains/notifications/index.ts';
import { factsOf, type PersonFacts } from '#server/domains/people/index.ts';
import { sendReminders, sweepRemindersJob } from '#server/domains/reminders/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';

type DemoUser = PersonFacts & { readonly id: string };

/**
 * Creates the notifications of the demo (NOT-01, NOT-02, NOT-04): those that the jobs would have sent by now, and those of the
 * events of the last hours. The first are read. The others are unread in the bells of the administrator and the manager.
 */
export async function seedMessages(services: Services): Promise<void> {
  const [admin, manager, newcomer] = await Promise.all(
    ['admin', 'manager', 'new'].map((name) => personBy(services, `${name}@demo.example`)),
  );
  if (!admin || !manager || !newcomer) throw new Error('the demo data has no accounts');
  await overdueNoticesJob.run(services, {});
  await sweepRemindersJob.run(services, {});
  const team = await teamOf(services, manager.id);
  await runCommand(services, { action: 'demo.read', actorId: null }, async (tx) => {
    for (const { id } of [admin, manager]) await markAllRead(tx, id);
  });
  await runCommand(services, { action: 'demo.lastHours', actorId: admin.id }, async (tx) => {
    tx.emit({ type: 'user.created', userId: newcomer.id, after: factsOf(newcomer) });
    for (const { id, matrixId } of team.slice(0, 1)) {
      await assignMatrix(tx, await findMatrix(tx.db, { matrixId }), [id], undefined);
    }
  });
  const reach = resolveReach({ ...manager, grants: [] }, 'reminders.send');
  if (!reach) throw new Error('the manager of the demo may not send reminders');
  await runCommand(services, { action: 'demo.reminders', actorId: manager.id }, (tx) =>
    sendReminders(
      tx,
      { id: manager.id, name: fullName(manager), reach },
      {
        reminderType: 'overdue_compliance',
        userIds: team.map(({ id }) => id),
        customMessage: 'The inspection is in three weeks. Please finish what is overdue by Friday.',
      },
    ),
  );
}

async function personBy({ db }: Services, email: string): Promise<DemoUser | undefined> {
  const { rows } = await sql<DemoUser>`
    select id, email, external_id, first_name, last_name, role, organization_id, department_id, manager_id, job_title, is_active
    from users where email = ${email}`.execute(db);
  return rows[0];
}

/** Returns people below the manager, other than the accounts that are printed, each with a matrix of another department. */
async function teamOf(
  { db }: Services,
  managerId: string,
): Promise<readonly { readonly id: string; readonly matrixId: number }[]> {
  const { rows } = await sql<{ id: string; matrixId: number }>`
    with recursive team as (
      select id from users where manager_id = ${managerId}
      union select u.id from users u join team t on u.manager_id = t.id
    )
    select u.id, (select m.id from training_matrices m
      where m.organization_id = u.organization_id and m.department_id <> u.department_id order by m.id limit 1) as matrix_id
    from team t join users u on u.id = t.id
    where u.is_active and u.last_sign_in_at is not null and u.department_id is not null
      and split_part(u.email, '@', 1) not in ('admin', 'manager', 'learner', 'hr', 'inspector', 'new')
    order by u.manager_id <> ${managerId}, u.email limit 12
  `.execute(db);
  return rows;
}
