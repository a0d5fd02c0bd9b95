import type { StoredStatus } from '../assignments/status.ts';
import type { CompletionPolicy } from '../modules/completion-policy.ts';

/** The facts that decide whether a person may complete a module (VIEW-04). */
export interface CompletionFacts {
  readonly policy: CompletionPolicy;
  readonly status: StoredStatus;
  /** Whether every part of the content was seen. */
  readonly contentSeen: boolean;
  /** Whether the module has questions. */
  readonly hasQuiz: boolean;
  readonly quizPassed: boolean;
}

/** The reasons why a module cannot be completed yet (VIEW-04, SIG-02). */
export type CompletionRefusal =
  'not_started' | 'already_completed' | 'voided' | 'content_not_seen' | 'quiz_not_passed';

/** Whether Mark as Completed is enabled, and whether it requires a signature (VIEW-04, SIG-02). */
export type CompletionVerdict =
  | { readonly allowed: true; readonly needsSignature: boolean }
  | { readonly allowed: false; readonly reason: CompletionRefusal };

const refusalByStatus: Readonly<Record<Exclude<StoredStatus, 'in_progress'>, CompletionRefusal>> = {
  not_started: 'not_started',
  completed: 'already_completed',
  voided: 'voided',
};

/** Returns whether only the person's signature is missing (LRN-01). */
export function isReadyToSign(facts: CompletionFacts): boolean {
  const verdict = mayComplete(facts);
  return verdict.allowed && verdict.needsSignature;
}

/**
 * Applies the rule of each policy (VIEW-04, SIG-02). `signed` needs the content seen and, if the module has a quiz, the quiz
 * passed. `quiz` needs the quiz passed. `self_attest` needs neither, and is the only one without a required signature.
 */
export function mayComplete(facts: CompletionFacts): CompletionVerdict {
  if (facts.status !== 'in_progress') return { allowed: false, reason: refusalByStatus[facts.status] };
  switch (facts.policy) {
    case 'self_attest':
      return { allowed: true, needsSignature: false };
    case 'quiz':
      return facts.quizPassed
        ? { allowed: true, needsSignature: true }
        : { allowed: false, reason: 'quiz_not_passed' };
    case 'signed':
      if (!facts.contentSeen) return { allowed: false, reason: 'content_not_seen' };
      return !facts.hasQuiz || facts.quizPassed
        ? { allowed: true, needsSignature: true }
        : { allowed: false, reason: 'quiz_not_passed' };
  }
}
