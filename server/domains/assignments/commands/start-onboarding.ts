import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { sharePlaces } from '#server/domains/people/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { onboardingEffectOf } from '../onboarding-effect.queries.ts';
import { completeOnboarding } from '../onboarding.ts';
import { carryOut, demandOfJobTitle, lockPeople } from '../plan.ts';

/**
 * Assigns everything that the job title requires of a person, and makes it the onboarding, with the required modules that are
 * open already (MTX-07). Its rehearsal is the preview, whose hash it takes: if the effect has changed, nothing happens.
 * Errors: NOT_FOUND, VALIDATION_FAILED for an inactive person, EFFECT_CHANGED with the new effect.
 */
export async function startOnboarding(
  tx: CommandTransaction,
  userId: string,
  jobTitle: string,
  expectedHash?: string,
) {
  await sharePlaces(tx);
  await lockPeople(tx, [userId]);
  const person = await tx.db
    .selectFrom('users')
    .select(['isActive', 'onboardingCompleted'])
    .where('id', '=', userId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  if (!person) throw new AppError('NOT_FOUND');
  if (!person.isActive) {
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ path: 'userId', reason: 'person_inactive' }],
    });
  }
  const effect = await onboardingEffectOf(tx.db, userId, jobTitle);
  if (expectedHash !== undefined && expectedHash !== effect.effectHash) {
    throw new AppError('EFFECT_CHANGED', { extra: { ...effect } });
  }
  const demand = demandOfJobTitle(userId, jobTitle);
  const done = await carryOut(tx, demand, {
    assignmentType: 'onboarding',
    assignedBy: `Onboarding: ${jobTitle}`,
  });
  await sql`
    update training_assignments a set is_onboarding_required = true
    where a.user_id = ${userId} and a.status in ('not_started', 'in_progress') and not a.is_onboarding_required
      and a.module_id in (select module_id from (${demand}) d)
  `.execute(tx.db);
  const open = await sql<{ count: number }>`
    select count(*)::int as count from training_assignments
    where user_id = ${userId} and is_onboarding_required and status in ('not_started', 'in_progress')
  `.execute(tx.db);
  const onboardingRequired = open.rows[0]?.count ?? 0;
  if (onboardingRequired > 0 && person.onboardingCompleted) {
    await sql`
      update users set onboarding_completed = false, onboarded_at = null where id = ${userId}
    `.execute(tx.db);
  }
  await completeOnboarding(tx, [userId]);
  if (done.assignments > 0) {
    tx.emit({
      type: 'assignment.assigned',
      userIds: [userId],
      assignments: done.assignments,
      matrixId: null,
      moduleId: null,
      atOnce: true,
    });
  }
  const settled = await tx.db
    .selectFrom('users')
    .select('onboardingCompleted')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    effect,
    assignments: done.assignments,
    onboardingRequired,
    onboardingCompleted: settled.onboardingCompleted,
  };
}
