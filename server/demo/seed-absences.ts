import { sql } from 'kysely';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { recordAbsence } from '#server/domains/assignments/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';

/** The absences of the demo in days from today: on leave, sick without a known return, on parental leave, planned, and over. */
const absences = [
  { from: -3, to: 9, kind: 'leave', note: null },
  { from: -5, to: null, kind: 'sick', note: null },
  { from: -60, to: 45, kind: 'parental', note: 'Returns part-time, see the letter of the HR department.' },
  { from: 12, to: 26, kind: 'leave', note: null },
  { from: -40, to: -30, kind: 'leave', note: null },
] as const;

/**
 * Records absences in every state, with the command that an administrator would use (USR-10): some of the people have trainings that
 * move.
 */
export async function seedAbsences(services: Services): Promise<void> {
  const admin = await services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@demo.example')
    .executeTakeFirstOrThrow();
  await runCommand(services, { action: 'demo.absences', actorId: admin.id }, async (tx) => {
    const people = await pick(tx);
    for (const [at, { from, to, kind, note }] of absences.entries()) {
      const person = people[at];
      if (!person) continue;
      const day = (days: number) => addDays(person.today, days);
      const entered = { firstDay: day(from), lastDay: to === null ? null : day(to), kind, note };
      await recordAbsence(tx, wholeReach, person.id, entered);
    }
  });
}

interface Person {
  readonly id: string;
  readonly today: string;
}

/** Learners with a training that is due in the next days, the demo accounts left out, in the same order every time. */
async function pick(tx: CommandTransaction): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select u.id, today_in(o.time_zone)::text as today from users u join organizations o on o.id = u.organization_id
    where u.role = 'learner' and u.is_active and u.last_sign_in_at is not null
      and split_part(u.email, '@', 1) not in ('admin', 'manager', 'learner', 'hr', 'inspector', 'new')
    order by exists (select 1 from training_assignments a where a.user_id = u.id and a.status in ('not_started', 'in_progress')
      and a.due_date between today_in(o.time_zone) and today_in(o.time_zone) + 25) desc, u.email
    limit ${absences.length}`.execute(tx.db);
  return rows;
}
