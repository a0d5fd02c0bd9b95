import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/**
 * Completes the onboarding of people whose password is their own and who have no open onboarding training (MTX-07), the
 * rule `onboardingIsComplete` of shared/domain/people in SQL. People who signed in through the provider have no
 * password of TrainTrail and count as their own.
 */
export async function completeOnboarding(tx: CommandTransaction, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    update users u set onboarding_completed = true, onboarded_at = app_now()
    where u.id = any(${[...userIds]}::text[]) and not u.onboarding_completed and not u.must_change_password
      and (u.password_hash is not null or u.last_sign_in_at is not null)
      and not exists (select 1 from temporary_credentials c where c.user_id = u.id and c.ended_at is null)
      and not exists (select 1 from training_assignments a
        where a.user_id = u.id and a.is_onboarding_required and a.status in ('not_started', 'in_progress'))
  `.execute(tx.db);
}
