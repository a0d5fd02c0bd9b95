import { AppError } from '#shared/contract/errors.ts';
import { compareDates } from '#shared/domain/calendar/calendar.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { sql } from 'kysely';
import { sharePlaces } from '#server/domains/people/index.ts';
import { readForCompleting } from '../completing.ts';
import { completeOnboarding } from '../onboarding.ts';
import { lockPeople } from '../plan.ts';
import { storeRecord } from './complete-assignment.ts';
import { openRenewals } from './open-renewals.ts';
import { requireStep } from './start-assignment.ts';

/** A training of the past (SIG-02, DI-01). */
export interface PastTraining {
  readonly completedOn: string;
  readonly score?: number | null | undefined;
  readonly reason: string;
}

/**
 * Records a training that a person took in the past. It is not a signature of that person. The record keeps both times, who
 * recorded it and why. If its validity is over or ends soon, its renewal opens at once (MTX-08). Errors: NOT_FOUND, FORBIDDEN for
 * their own training, ILLEGAL_STEP, VALIDATION_FAILED.
 */
export async function recordCompletion(
  tx: CommandTransaction,
  id: number,
  past: PastTraining,
): Promise<void> {
  const owner = await sql<{ userId: string }>`
    select user_id from training_assignments where id = ${id}
  `.execute(tx.db);
  const userId = owner.rows[0]?.userId;
  if (userId === undefined) throw new AppError('NOT_FOUND');
  if (userId === tx.actorId) {
    throw new AppError('FORBIDDEN', { reason: 'own_past_training' });
  }
  await sharePlaces(tx);
  await lockPeople(tx, [userId]);
  const stored = await readForCompleting(tx.db, id, { lock: true, completedOn: past.completedOn });
  if (!stored) throw new AppError('NOT_FOUND');
  if (requireStep(stored.status, 'completed', 'admin') === 'repeat') throw new AppError('ILLEGAL_STEP');
  if (compareDates(past.completedOn, stored.today) > 0) {
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ path: 'completedOn', reason: 'after_today' }],
    });
  }
  await storeRecord(tx, stored, { kind: 'backdated', score: past.score ?? null, reason: past.reason });
  // A completion that has long expired opens its renewal now, not with the next run of the job (MTX-08).
  if (stored.validity !== null) await openRenewals(tx, [userId]);
  await completeOnboarding(tx, [userId]);
}
