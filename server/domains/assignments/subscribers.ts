import { sql } from 'kysely';
import type { PasswordChanged } from '#server/domains/accounts/index.ts';
import type { ModuleRetired } from '#server/domains/modules/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { completeOnboarding } from './onboarding.ts';
import { lockPeople } from './plan.ts';
import { voidAssignments } from './withdraw.ts';

/** Subscriber of `module.retired`: voids the open assignments where the administrator chose so (MOD-13). */
export async function voidOfRetiredModule(tx: CommandTransaction, event: ModuleRetired): Promise<void> {
  if (event.openAssignments !== 'void') return;
  const holders = await sql<{ userId: string }>`
    select distinct user_id from training_assignments
    where module_id = ${event.moduleId} and status in ('not_started', 'in_progress') order by user_id
  `.execute(tx.db);
  const userIds = holders.rows.map((row) => row.userId);
  await lockPeople(tx, userIds);
  const { rows } = await sql<{ id: number }>`
    select id from training_assignments
    where module_id = ${event.moduleId} and status in ('not_started', 'in_progress') order by id for update
  `.execute(tx.db);
  await voidAssignments(
    tx,
    rows.map((row) => row.id),
    { code: 'module_was_retired' },
  );
  await completeOnboarding(tx, userIds);
}

/** Subscriber of `account.passwordChanged`: a password that the person chose may be the last open step of an onboarding (MTX-07). */
export async function completeOnboardingOnOwnPassword(
  tx: CommandTransaction,
  { userId }: PasswordChanged,
): Promise<void> {
  await completeOnboarding(tx, [userId]);
}
