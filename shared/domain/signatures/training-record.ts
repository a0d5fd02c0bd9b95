import { canonicalHash, canonicalForm, canonicalInstant } from './canonical.ts';

/** The version of the canonical form of a training record; a changed form gets the next one, old records keep theirs (SIG-01). */
export const TRAINING_RECORD_VERSION = 1;

/**
 * Whether a training was completed here at its time, recorded here afterwards (SIG-02, DI-01), or recorded from another system or from paper
 * (USR-09).
 */
export const completionKinds = ['completion', 'backdated', 'from_source'] as const;

/** One of {@link completionKinds}. */
export type CompletionKind = (typeof completionKinds)[number];

/** Returns whether only the day of a completion is known, because it was recorded afterwards (DI-01). */
export const isDayOnly = (kind: CompletionKind | null | undefined): boolean =>
  kind === 'backdated' || kind === 'from_source';

/**
 * The hashed and signed facts of a completion (SIG-01, SIG-04). Any change makes the signature invalid. They name the person by
 * id only. The printed name is in the signature and, after an erasure, nowhere else (USR-08).
 */
export interface TrainingRecordFacts {
  readonly recordId: number | string;
  readonly organizationId: number | null;
  readonly assignmentId: number;
  /** Counted from 1: renewals and retraining of one module are cycles. */
  readonly cycle: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly moduleTitle: string;
  readonly moduleReference: string | null;
  readonly versionNumber: number;
  /** SHA-256 over the version's content, lower-case hexadecimal. */
  readonly contentHash: string;
  readonly completionPolicy: string;
  /** Percent, null without a score. */
  readonly score: number | null;
  readonly passingScore: number | null;
  /** ISO 8601 in UTC with milliseconds. */
  readonly completedAt: string;
  /** The IANA zone in which the time is printed. */
  readonly timeZone: string;
  /** The last day on which the completion is valid, a calendar date; null if it does not expire (MTX-08). */
  readonly expiresOn: string | null;
  readonly kind: CompletionKind;
}

const form = canonicalForm('trainingRecord', TRAINING_RECORD_VERSION, [
  'recordId',
  'organizationId',
  'assignmentId',
  'cycle',
  'userId',
  'moduleId',
  'moduleTitle',
  'moduleReference',
  'versionNumber',
  'contentHash',
  'completionPolicy',
  'score',
  'passingScore',
  'completedAt',
  'timeZone',
  'expiresOn',
  'kind',
]);

/**
 * Returns the text of a training record, stored with it, whose UTF-8 bytes are hashed and signed (SIG-01); RangeError for
 * values that cannot be in a record.
 */
export function trainingRecordText(record: TrainingRecordFacts): string {
  return form([
    record.recordId,
    record.organizationId,
    record.assignmentId,
    record.cycle,
    record.userId,
    record.moduleId,
    record.moduleTitle,
    record.moduleReference,
    record.versionNumber,
    canonicalHash(record.contentHash),
    record.completionPolicy,
    record.score,
    record.passingScore,
    canonicalInstant(record.completedAt),
    record.timeZone,
    record.expiresOn,
    record.kind,
  ]);
}
