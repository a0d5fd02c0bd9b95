import { sql } from 'kysely';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { reminderScheduleContract } from '#shared/contract/reminder-schedule.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { readSchedule, type Schedule } from '../schedule-settings.queries.ts';

/**
 * Replaces the schedule of trainings and of documents that expire (NOT-04). A step that has sent reminders and is taken out stays on
 * record, switched off. If it is added again, it does not repeat reminders that it sent. No sweep runs at the same time. `check` may refuse
 * once the schedule is locked (If-Match).
 */
export async function changeSchedule(
  tx: CommandTransaction,
  { sendAt, steps }: BodyOf<typeof reminderScheduleContract.change>,
  check: (stored: Schedule) => void,
): Promise<Schedule> {
  await sql`
    select pg_advisory_xact_lock(hashtext('reminders.schedule')), pg_advisory_xact_lock(hashtext('reminders.expiry'))
  `.execute(tx.db);
  const stored = await readSchedule(tx.db);
  check(stored);
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
    as w(kind text, days integer, audience text, "isActive" boolean)`;
  const left = sql`not exists (select 1 from ${wanted}
    where (w.kind, w.days, w.audience) = (r.kind, r.days, r.audience))`;
  const used = sql`(exists (select 1 from reminder_sends s where s.rule_id = r.id)
    or exists (select 1 from expiry_sends s where s.rule_id = r.id))`;
  await sql`
    with dropped as (
      delete from reminder_rules r where ${left} and not ${used}
    ), removed as (
      update reminder_rules r set is_active = false, removed_at = app_now()
      where ${left} and ${used} and r.removed_at is null
    )
    insert into reminder_rules as r (kind, days, audience, is_active)
    select w.kind, w.days, w.audience, w."isActive" from ${wanted}
    on conflict (kind, days, audience) do update set is_active = excluded.is_active, removed_at = null
      where (r.is_active, r.removed_at) is distinct from (excluded.is_active, null::timestamptz)
  `.execute(tx.db);
  const value = JSON.stringify({ time: sendAt, revision: stored.revision + 1 });
  await sql`
    insert into settings (key, value, updated_by) values ('reminders.sendAt', ${value}::jsonb, ${tx.actorId})
    on conflict (key) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = app_now()
  `.execute(tx.db);
  return readSchedule(tx.db);
}
