import { sql } from 'kysely';
import type { SchedulePause } from '#shared/domain/reports/export-schedule.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { informStopped } from './inform-owner.ts';

/** Pauses a schedule that runs, and informs its owner (RPT-03); false if it does not run. */
export async function pauseSchedule(
  tx: CommandTransaction,
  id: number,
  pause: SchedulePause,
): Promise<boolean> {
  const { rows } = await sql<{ id: number; ownerId: string; name: string }>`
    update saved_exports set pause = ${pause}, next_run_at = null
    where id = ${id} and next_run_at is not null returning id, owner_id, name`.execute(tx.db);
  const [paused] = rows;
  if (!paused) return false;
  await informStopped(tx, paused, pause);
  return true;
}
