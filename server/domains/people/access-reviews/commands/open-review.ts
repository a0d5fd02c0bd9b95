import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { errorAtField } from '#server/domains/people/people.store.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { accountsSql, withAccessSql } from '#server/domains/people/access-reviews/review-accounts.ts';
import { readSchedules } from '#server/domains/people/access-reviews/reviews.store.ts';

/** Opens a review with the present facts of every account (AUTH-17). NOT_FOUND, DUPLICATE if one is open. */
export async function openReview(tx: CommandTransaction, organizationId: number): Promise<number> {
  const [schedule] = await readSchedules(tx.db, sql<boolean>`o.id = ${organizationId}`);
  if (!schedule) throw new AppError('NOT_FOUND');
  const { rows } = await sql<{ id: number }>`
    insert into access_reviews (organization_id, due_on, opened_by, opened_at)
    values (${organizationId}, ${schedule.dueOn}, ${tx.actorId}, date_trunc('milliseconds', app_now()))
    on conflict (organization_id) where state = 'open' do nothing returning id`.execute(tx.db);
  const [made] = rows;
  if (!made) throw errorAtField('organizationId', 'review_open_already', 'DUPLICATE');
  await sql`
    insert into access_review_answers (review_id, user_id, opened)
    select ${made.id}, n.user_id, n.facts from (${accountsSql(withAccessSql(organizationId))}) n order by n.user_id`.execute(
    tx.db,
  );
  return made.id;
}

/** Cancels an open review (AUTH-17); no answer is carried out. ILLEGAL_STEP if it is over. */
export async function cancelReview(tx: CommandTransaction, id: number): Promise<void> {
  const { rows } = await sql`
    update access_reviews set state = 'cancelled', cancelled_by = ${tx.actorId}, cancelled_at = app_now()
    where id = ${id} and state = 'open' returning id`.execute(tx.db);
  if (rows.length === 0) throw new AppError('ILLEGAL_STEP', { reason: 'review_over' });
}

/** Sets after how many months access to an organization is reviewed again (AUTH-17). */
export async function setReviewSchedule(
  tx: CommandTransaction,
  organizationId: number,
  everyMonths: number,
): Promise<void> {
  await sql`
    insert into access_review_schedules (organization_id, every_months) values (${organizationId}, ${everyMonths})
    on conflict (organization_id) do update set every_months = excluded.every_months
    where access_review_schedules.every_months <> excluded.every_months`.execute(tx.db);
}
