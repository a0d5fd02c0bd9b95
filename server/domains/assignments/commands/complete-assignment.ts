import { sql, type RawBuilder } from 'kysely';
import { AppError, type ErrorCode } from '#shared/contract/errors.ts';
import { statementForPolicy } from '#shared/domain/signatures/statements.ts';
import { mayComplete, type CompletionRefusal } from '#shared/domain/viewing/completion.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import { closuresOf, openClosuresSql } from '#server/domains/accounts/index.ts';
import {
  prepareSignature,
  type PreparedSignature,
  type SigningAuthorization,
} from '#server/domains/signatures/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { readWithCompletion, type Completing } from '../completing.ts';
import { completeOnboarding } from '../onboarding.ts';
import { insertRecord } from '../training-record.ts';
import { requireStep } from './start-assignment.ts';

/** The data of a signed completion: proof of the person, and the meaning that was shown. */
export interface CompletionSignature {
  readonly authorization: SigningAuthorization;
  readonly meaning: string;
}

/** The person's input for completing a training. */
export interface CompletionGiven {
  /** Null if none is requested. */
  readonly signature: CompletionSignature | null;
  /** Number of the version that the person has in front of them. */
  readonly versionNumber: number | undefined;
}

const refusals: Readonly<Record<CompletionRefusal, readonly [ErrorCode, PlainReason?]>> = {
  not_started: ['ILLEGAL_STEP', 'training_not_started'],
  already_completed: ['ILLEGAL_STEP'],
  voided: ['ILLEGAL_STEP'],
  content_not_seen: ['CONTENT_NOT_SEEN'],
  quiz_not_passed: ['ILLEGAL_STEP', 'quiz_not_passed'],
};

/**
 * Decides whether the person may complete their own assignment now (LRN-07, SIG-02, VIEW-04). Returns `repeat` if it is already
 * completed, otherwise whether a signature is needed. If the module has no questions, the score must reach the passing score. A
 * confirmation of one version does not complete another (MOD-11). Errors: NOT_FOUND, ILLEGAL_STEP, CONFLICT at another version
 * than `versionNumber`, or than the one last started or opened if that is omitted, CONTENT_NOT_SEEN, CONTENT_NOT_AVAILABLE.
 */
export function judgeCompletion(
  stored: Completing | null,
  versionNumber: number | undefined,
): 'repeat' | { readonly needsSignature: boolean } {
  if (!stored) throw new AppError('NOT_FOUND');
  if (requireStep(stored.status, 'completed', 'owner') === 'repeat') return 'repeat';
  if (versionNumber !== undefined && stored.versionNumber !== versionNumber) throw otherVersion(stored);
  const readsContent = stored.completionPolicy === 'signed';
  if (readsContent && stored.contentSeen === null) throw new AppError('NOT_FOUND');
  const verdict = mayComplete({
    policy: stored.completionPolicy,
    status: stored.status,
    contentSeen: readsContent && stored.contentSeen === true,
    hasQuiz: stored.hasQuiz,
    quizPassed: stored.hasQuiz
      ? stored.quizPassed
      : stored.score !== null && stored.score >= (stored.passingScore ?? 0),
  });
  if (verdict.allowed) {
    // A call without a version is about the one that the person last started or opened.
    if (versionNumber === undefined && !stored.versionOpened) throw otherVersion(stored);
    return verdict;
  }
  const [code, reason] = refusals[verdict.reason];
  throw new AppError(code, reason === undefined ? {} : { reason });
}

function otherVersion({ versionNumber }: Completing): AppError {
  return new AppError('CONFLICT', {
    reason: 'new_version_effective',
    extra: { versionNumber },
  });
}

/**
 * SQL that locks the rows for a completion, in one statement when the command opens: the person, as in every command before it
 * changes assignments (T22, F19), then the assignment.
 */
export const completionLocks = (id: number, userId: string): RawBuilder<unknown> => sql`
  with person as materialized (select u.id from users u where u.id = ${userId}::text for no key update)
  select a.id from training_assignments a
  where a.id = ${id}::int and a.user_id = (select person.id from person) for update`;

/**
 * Completes the person's own assignment (SIG-02, D7): record, signature, status, renewal and events in one transaction, by the
 * database's clock. Two clicks create one completion, because the second finds it and changes nothing. The command holds {@link
 * completionLocks}. Returns whether it completed anything. Errors: those of {@link judgeCompletion}, SIGNATURE_REQUIRED.
 */
export async function completeAssignment(
  tx: CommandTransaction,
  id: number,
  userId: string,
  { signature, versionNumber }: CompletionGiven,
): Promise<boolean> {
  const { stored, extra: closures } = await readWithCompletion(tx.db, id, {
    ownerId: userId,
    lock: true,
    extra: openClosuresSql(userId),
  });
  const verdict = judgeCompletion(stored, versionNumber);
  if (verdict === 'repeat' || !stored) return false;
  if (verdict.needsSignature && !signature) throw new AppError('SIGNATURE_REQUIRED');
  await storeRecord(
    tx,
    stored,
    { kind: 'completion', score: stored.score, reason: null },
    signature
      ? ({ recordId, text, versionHash }) =>
          prepareSignature(tx, signature.authorization, {
            recordType: 'training_records',
            recordId,
            recordBytes: text,
            contentHash: versionHash,
            meaning: signature.meaning,
            meaningCode: statementForPolicy(stored.completionPolicy),
            now: stored.now,
            closures: closuresOf(closures ?? []),
          })
      : undefined,
  );
  if (!stored.isOnboarded) await completeOnboarding(tx, [userId]);
  return true;
}

/** Stores the record of a completion and raises its event; the assignment's row is locked by the caller. */
export async function storeRecord(
  tx: CommandTransaction,
  stored: Completing,
  facts: {
    readonly kind: 'completion' | 'backdated';
    readonly score: number | null;
    readonly reason: string | null;
  },
  sign?: (record: {
    readonly recordId: number;
    readonly text: string;
    readonly versionHash: string;
  }) => Promise<PreparedSignature>,
): Promise<void> {
  const { recordId, versionId, versionNumber, versionHash } = stored;
  if (versionId === null || versionNumber === null || versionHash === null) {
    throw new AppError('CONTENT_NOT_AVAILABLE', { reason: 'content_not_published' });
  }
  if (recordId === null) throw new Error('the assignment was not read for keeping a record');
  const record = {
    id: recordId,
    organizationId: stored.organizationId,
    assignmentId: stored.id,
    cycle: stored.cycle,
    userId: stored.userId,
    moduleId: stored.moduleId,
    moduleVersionId: versionId,
    moduleTitle: stored.title,
    moduleReference: stored.reference,
    versionNumber,
    versionHash,
    completionPolicy: stored.completionPolicy,
    score: facts.score,
    passingScore: stored.passingScore,
    completedAt: stored.completedAt,
    timeZone: stored.timeZone,
    expiresOn: stored.validity?.validUntil ?? null,
    renewalAnchor: stored.validity?.anchor ?? null,
    kind: facts.kind,
    recordedBy: facts.kind === 'backdated' ? tx.actorId : null,
    reason: facts.reason,
  };
  await insertRecord(tx, record, sign && ((text) => sign({ recordId, text, versionHash })));
  tx.changes();
  tx.emit({
    type: 'assignment.completed',
    assignmentId: stored.id,
    recordId,
    userId: stored.userId,
    moduleId: stored.moduleId,
    moduleTitle: stored.title,
    expiresOn: stored.validity?.validUntil ?? null,
    kind: facts.kind,
    versionInForce: stored.versionInForce,
  });
}
