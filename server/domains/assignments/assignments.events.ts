import type { CompletionKind } from '#shared/domain/signatures/training-record.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { WithdrawalReason } from '#shared/reasons/findings.ts';

/** People got trainings (MTX-05, MTX-07): who, and by which matrix, null if assigned manually. */
export interface AssignmentsCreated {
  readonly type: 'assignment.assigned';
  readonly userIds: readonly string[];
  readonly assignments: number;
  readonly matrixId: number | null;
  readonly moduleId: number | null;
  /** These people were chosen: their email is sent at once, not with the next day's (NOT-06). */
  readonly atOnce?: boolean;
}

/** A training was completed, or one of the past was recorded (SIG-02). */
export interface AssignmentCompleted {
  readonly type: 'assignment.completed';
  readonly assignmentId: number;
  readonly recordId: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly moduleTitle: string;
  /** The last day on which the completion is valid; null means that it never expires (MTX-08). */
  readonly expiresOn: string | null;
  readonly kind: CompletionKind;
  /** Whether the completed version is the effective one. */
  readonly versionInForce: boolean;
}

/** Assignments were voided (LRN-06); of completed ones the records stay. */
export interface AssignmentsVoided {
  readonly type: 'assignment.voided';
  readonly assignmentIds: readonly number[];
  readonly userIds: readonly string[];
  /** Why the product itself withdrew them; null if a person did. */
  readonly code: WithdrawalReason | null;
  /** The words of the person. */
  readonly reason: string | null;
}

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly assignments: AssignmentsCreated | AssignmentCompleted | AssignmentsVoided;
  }
}

/** Announces once that a matrix assigned trainings to people; not if it assigned none (MTX-05). */
export function notifyAssigned(
  tx: CommandTransaction,
  matrixId: number,
  { userIds, assignments }: Pick<AssignmentsCreated, 'userIds' | 'assignments'>,
  atOnce = false,
): void {
  if (assignments === 0) return;
  const type = 'assignment.assigned';
  tx.emit({ type, userIds, assignments, matrixId, moduleId: null, atOnce });
}
