import { sql } from 'kysely';
import { fullName, shownJobTitle } from '#shared/domain/people/names.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { DomainEvent } from '#server/platform/command/transaction.ts';
import type { UserProfileChanged } from './people.events.ts';

/**
 * Subscriber of `user.profile_changed`: a person who changed the own job title (Training Category) keeps every training,
 * and the manager and the administrators are told, so that they can decide (AUTH-16, T5).
 */
export async function tellJobTitleChange(tx: CommandTransaction, event: DomainEvent): Promise<void> {
  const { userId, before, after } = event as UserProfileChanged;
  if (before.jobTitle === after.jobTitle) return;
  const name = fullName(after) || after.email;
  const from = shownJobTitle(before.jobTitle) ?? 'Not specified';
  const to = shownJobTitle(after.jobTitle) ?? 'Not specified';
  await sql`
    insert into notifications (type, title, message, user_id, related_id)
    select 'job_title_changed', 'Training Category changed',
      ${`${name} changed the own Training Category from '${from}' to '${to}'. Assigned trainings stay as they are.`},
      u.id, ${userId}
    from users u
    where u.is_active and u.erased_at is null and u.id <> ${userId} and (u.role = 'admin' or u.id = ${after.managerId})
  `.execute(tx.db);
}
