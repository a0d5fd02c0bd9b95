import { sql } from 'kysely';
import { compareDates } from '#shared/domain/calendar/calendar.ts';
import type { PlannedAbsence } from '#shared/domain/assignments/absence-import/plan-absences.ts';
import { rehearseCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { todayIn } from '../../effective-status.ts';
import { lockPeople } from '../../plan.ts';
import { settleDueDates } from '../absence-effect.ts';
import { absenceFiguresOf, absencePlanHash, type AbsencePlan } from './read-absence-plan.ts';

/** Locks the people of an import of absences, after any other such import: always the first locks of one. */
export async function lockForAbsences(tx: CommandTransaction, plan: readonly string[]): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx.db);
  if (!tx.isRehearsal) await sql`select pg_advisory_xact_lock(hashtext('absences.import'))`.execute(tx.db);
  await lockPeople(tx, plan);
}

/**
 * Records the absences of a plan without wrong rows in a few statements, with the rules of a single absence (USR-10), and returns the
 * effect. The caller holds the locks of the people.
 */
export async function recordAbsences(tx: CommandTransaction, plan: AbsencePlan) {
  const planned = plan.flatMap(({ absence }) => absence ?? []);
  await endFormer(tx, planned);
  await insertAll(tx, planned);
  const userIds = [...new Set(planned.map(({ userId }) => userId))].toSorted();
  const moved = await settleDueDates(tx, userIds);
  const todays = await todaysOf(tx, userIds);
  const judged = moved.map((move) => {
    const today = todays.get(move.userId);
    return {
      ...move,
      isOverdue: move.to !== null && today !== undefined && compareDates(move.to, today) < 0,
    };
  });
  if (planned.length > 0) tx.changes();
  return { planHash: absencePlanHash(plan, moved), figures: absenceFiguresOf(plan, judged) };
}

/** The effect of a plan, found by carrying it out and rolling back; for a plan with wrong rows only the content of the rows. */
export async function rehearseAbsences(services: Services, actorId: string, plan: AbsencePlan) {
  if (plan.some(({ outcome }) => outcome === 'bad'))
    return { planHash: absencePlanHash(plan, []), figures: absenceFiguresOf(plan, []) };
  return rehearseCommand(services, { actorId, action: 'absences.imported' }, async (tx) => {
    await lockForAbsences(tx, plan.flatMap(({ userId }) => userId ?? []).toSorted());
    return recordAbsences(tx, plan);
  });
}

async function endFormer(tx: CommandTransaction, planned: readonly PlannedAbsence[]): Promise<void> {
  const ids = planned.flatMap(({ follows }) => follows ?? []);
  await sql`update absences set ended_at = app_now(), ended_as = 'changed' where id = any(${ids}::int[])`.execute(
    tx.db,
  );
}

async function insertAll(tx: CommandTransaction, planned: readonly PlannedAbsence[]): Promise<void> {
  if (planned.length === 0) return;
  const entered = JSON.stringify(planned);
  const columns = sql.raw(
    `r("userId" text, "firstDay" date, "lastDay" date, kind text, note text, follows int)`,
  );
  // No two absences of a person that count have the same first day.
  await sql`
    with made as (
      insert into absences (user_id, first_day, last_day, return_days, recorded_by, follows)
      select r."userId", r."firstDay", r."lastDay", coalesce(o.return_days, 14), ${tx.actorId}, r.follows
      from jsonb_to_recordset(${entered}::jsonb) as ${columns}
      join users u on u.id = r."userId" left join organizations o on o.id = u.organization_id
      order by r."userId", r."firstDay"
      returning id, user_id, first_day
    )
    insert into absence_details (absence_id, user_id, kind, note)
    select m.id, m.user_id, r.kind, r.note from made m
    join jsonb_to_recordset(${entered}::jsonb) as ${columns} on r."userId" = m.user_id and r."firstDay" = m.first_day
    order by m.id`.execute(tx.db);
}

async function todaysOf(
  tx: CommandTransaction,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; today: string }>`
    select u.id, ${todayIn(sql`o.time_zone`)}::text as today from users u
    left join organizations o on o.id = u.organization_id where u.id = any(${[...userIds]}::text[])`.execute(
    tx.db,
  );
  return new Map(rows.map(({ id, today }) => [id, today]));
}
