import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { judgeStep, type EffectiveStatus, type StoredStatus } from '#shared/domain/assignments/status.ts';
import { canStart } from '#shared/domain/modules/content-rule.ts';
import { hasQuizSql } from '#server/domains/modules/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

interface OwnAssignment {
  readonly id: number;
  readonly moduleId: number;
  readonly status: StoredStatus;
  readonly contentType: string;
  readonly contentUrl: string | null;
  readonly content: string | null;
  readonly hasQuiz: boolean;
}

/** Refuses a step that the status machine does not know (LRN-07). */
export function requireStep(
  from: StoredStatus,
  to: EffectiveStatus,
  by: 'owner' | 'admin',
): 'apply' | 'repeat' {
  const outcome = judgeStep(from, to, by);
  if (outcome.kind !== 'illegal') return outcome.kind;
  throw new AppError('ILLEGAL_STEP', { extra: { from, to } });
}

/**
 * Takes a step other than completing: starts the person's own assignment, which fixes the version that is read (SPEC §4,
 * MOD-11). A second click changes nothing. Errors: NOT_FOUND, ILLEGAL_STEP, CONTENT_NOT_AVAILABLE.
 */
export async function startAssignment(
  tx: CommandTransaction,
  id: number,
  userId: string,
  to: EffectiveStatus = 'in_progress',
): Promise<void> {
  const { rows } = await sql<OwnAssignment>`
    select a.id, a.module_id, a.status, t.content_type, left(v.content, 400) as content,
      ${hasQuizSql(sql`t.id`)} as has_quiz,
      coalesce(v.content_url, (select min(vf.name) from module_version_files vf where vf.version_id = v.id)) as content_url
    from training_assignments a
    join training_modules t on t.id = a.module_id
    left join module_versions v on v.id = coalesce(t.current_version_id, a.module_version_id)
    where a.id = ${id} and a.user_id = ${userId}
    for update of a
  `.execute(tx.db);
  const [stored] = rows;
  if (!stored) throw new AppError('NOT_FOUND');
  if (requireStep(stored.status, to, 'owner') === 'repeat') return;
  if (!canStart(stored) && !stored.hasQuiz) {
    throw new AppError('CONTENT_NOT_AVAILABLE', {
      reason: 'content_not_uploaded',
    });
  }
  await sql`
    update training_assignments a
    set status = 'in_progress', started_at = app_now(), module_version_id = coalesce(t.current_version_id, a.module_version_id)
    from training_modules t where t.id = a.module_id and a.id = ${id}
  `.execute(tx.db);
}
