import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { reminderScheduleContract } from '#shared/contract/reminder-schedule.ts';
import { wantsMail } from '#shared/domain/notifications/mail-switches.ts';
import { settingsWithDefaults } from '#shared/domain/people/settings.ts';
import { scheduleAudiences, scheduleKinds } from '#shared/domain/reminders/schedule-steps.ts';
import type { DB } from '#server/db/db.d.ts';
import { dueExpiry } from './expiry.queries.ts';
import { dueSteps } from './schedule.queries.ts';

/** The schedule as administrators see it (NOT-04). */
export type Schedule = ResponseInput<typeof reminderScheduleContract.get>;

/** Returns the steps of each kind in their order, and the hour of sending; without removed ones. */
export async function readSchedule(db: Kysely<DB>): Promise<Schedule> {
  const { rows } = await sql<Schedule>`
    select coalesce(s.value ->> 'time', '08:00') as send_at, coalesce((s.value -> 'revision')::int, 0) as revision,
      coalesce((
        select json_agg(json_build_object('kind', r.kind, 'days', r.days, 'audience', r.audience, 'isActive', r.is_active)
          order by array_position(${[...scheduleKinds]}::text[], r.kind),
            case when r.kind in ('overdue', 'renewal') then r.days else -r.days end,
            array_position(${[...scheduleAudiences]}::text[], r.audience))
        from reminder_rules r where r.removed_at is null
      ), '[]') as steps
    from (select 1) one left join settings s on s.key = 'reminders.sendAt'
  `.execute(db);
  return rows[0] ?? { sendAt: '08:00', revision: 0, steps: [] };
}

/**
 * Returns how many people would get an email now, and about how many trainings and documents: people who receive no such email
 * are not counted (NOT-04).
 */
export async function countRecipientsNow(
  db: Kysely<DB>,
): Promise<ResponseInput<typeof reminderScheduleContract.preview>> {
  const trainings = await toldNow(db, 'reminder', dueSteps, sql`due.assignment_id::text`);
  const documents = await toldNow(db, 'document', dueExpiry, sql`concat_ws(' ', due.kind, due.subject_id)`);
  return {
    people: new Set([...trainings.people, ...documents.people]).size,
    trainings: trainings.things,
    documents: documents.things,
  };
}

/** Returns the people who would get an email of a category now, and the number of different subjects. */
async function toldNow(
  db: Kysely<DB>,
  category: 'reminder' | 'document',
  due: RawBuilder<unknown>,
  thing: RawBuilder<unknown>,
): Promise<{ readonly people: readonly string[]; readonly things: number }> {
  const { rows } = await sql<{ id: string; settings: Record<string, unknown>; things: readonly string[] }>`
    select u.id, u.settings, array_agg(distinct ${thing}) as things
    from (${due}) due cross join unnest(due.recipients) as recipient join users u on u.id = recipient
    group by u.id`.execute(db);
  const told = rows.filter(({ settings }) => wantsMail(settingsWithDefaults(settings), category));
  return { people: told.map(({ id }) => id), things: new Set(told.flatMap(({ things }) => things)).size };
}
