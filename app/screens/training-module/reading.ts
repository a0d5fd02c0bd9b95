import type { PdfViewerHandle } from '#app/features/pdf/viewer-props.ts';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { isDone } from '#shared/domain/assignments/status.ts';
import { mayComplete, type CompletionVerdict } from '#shared/domain/viewing/completion.ts';
import { completionPolicies, DEFAULT_COMPLETION_POLICY } from '#shared/domain/modules/completion-policy.ts';
import type { ContentPart, FileProgress } from '#app/screens/training-module/content-parts.ts';
import type { ProgressAnswer } from '#app/screens/training-module/progress/pending.ts';

/** The reader's position in a document with pages, for the bar and panels around it. */
export interface PageView {
  readonly page: number;
  readonly pages: number;
  readonly goTo: (page: number) => void;
}

/** The data from which the parts of the content continue where the reading stopped. */
export interface Resume {
  /** Page or second at which it stopped, in this file. */
  readonly position: number | null;
  readonly progress: FileProgress;
}

/** The events of reading that the content reports. */
export interface ReadingEvents {
  readonly pageSeen: (file: string, page: number) => void;
  readonly played: (file: string, from: number, to: number) => void;
  readonly at: (file: string, position: number) => void;
  /** The person pauses: the parts that were seen are reported at once. */
  readonly rests: () => void;
  /** The share that was seen of a part that the server cannot count, 0 to 1. */
  readonly share: (part: ContentPart, share: number) => void;
}

/** The way to the opened document. */
export type PdfHandle = React.RefObject<PdfViewerHandle | null>;

/** Returns whether the training may be completed now, according to the server's answers (VIEW-04, SIG-02). */
export function verdictOf(
  { status, score, module }: Pick<OwnAssignment, 'status' | 'score' | 'module'>,
  answer: Pick<ProgressAnswer, 'contentSeen' | 'quiz'>,
): CompletionVerdict {
  const policy = completionPolicies.find((known) => known === module.completionPolicy);
  return mayComplete({
    policy: policy ?? DEFAULT_COMPLETION_POLICY,
    // Opening the content has started it.
    status: isDone(status) ? 'completed' : status === 'voided' ? status : 'in_progress',
    contentSeen: answer.contentSeen,
    hasQuiz: answer.quiz !== null,
    quizPassed: answer.quiz?.passed ?? (score !== null && score >= (module.passingScore ?? 0)),
  });
}
