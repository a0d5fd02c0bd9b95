import type { FieldError } from '#shared/reasons/reasons.ts';
import { faultsOf, type Question } from './question.ts';

/** The part of an attempt that a person sees after submitting it (VIEW-06). */
export const feedbackKinds = ['full', 'score'] as const;
/** `full`: each question with its explanation once the quiz is passed or no attempts are left; `score`: the figures only. */
export type FeedbackKind = (typeof feedbackKinds)[number];

/** Returns why a quiz cannot be stored: the faults of its questions by their place, `questions.2.options.1`. */
export function faultsOfQuiz(questions: readonly Question[]): readonly FieldError[] {
  const seen = new Set<string>();
  return questions.flatMap((question, index) => {
    const repeated = seen.has(question.id) || hasRepeated(question.options.map(({ id }) => id));
    seen.add(question.id);
    const faults: readonly FieldError[] = repeated
      ? [{ path: 'id', reason: 'quiz_ids_differ' }]
      : faultsOf(question);
    return faults.map((fault) => ({ ...fault, path: `questions.${String(index)}.${fault.path}` }));
  });
}

const hasRepeated = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;

/**
 * Gives every question and choice that is not `known` an id that the server creates: the names that an author or a program gives to
 * choices could reveal the correct one.
 */
export function withIssuedIds(
  questions: readonly Question[],
  known: ReadonlySet<string>,
  newId: () => string,
): readonly Question[] {
  return questions.map((question) => {
    const ids = new Map(
      question.options.map(({ id }): [string, string] => [id, known.has(id) ? id : newId()]),
    );
    const issued = (id: string): string => ids.get(id) ?? id;
    const { key } = question;
    return {
      ...question,
      id: known.has(question.id) ? question.id : newId(),
      options: question.options.map(({ id, text }) => ({ id: issued(id), text })),
      key:
        key.kind === 'single'
          ? { ...key, optionId: issued(key.optionId) }
          : key.kind === 'multiple'
            ? { ...key, optionIds: key.optionIds.map(issued) }
            : key,
    };
  });
}

/** Returns every id of a quiz's questions and choices. */
export function idsOfQuiz(questions: readonly Question[]): ReadonlySet<string> {
  return new Set(questions.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]));
}

/** The facts that decide whether an attempt may be shown question by question. */
export interface FeedbackFacts {
  /** On the version that is assigned now. */
  readonly passed: boolean;
  /** Null: no limit. */
  readonly attemptsLeft: number | null;
  /** Another assignment of the same module, such as its renewal, is open and its quiz can still be attempted. */
  readonly askedAgain: boolean;
}

/**
 * Returns whether an attempt is shown question by question, with the given answers, the correct ones and the explanations
 * (VIEW-06): only once no further attempt can use it. Until then only its score is shown, because one question marked
 * correct or wrong, or one explanation, reveals an answer.
 */
export function showsQuestions(feedback: FeedbackKind, standing: FeedbackFacts): boolean {
  return feedback === 'full' && !standing.askedAgain && (standing.passed || standing.attemptsLeft === 0);
}

/**
 * Returns the score that an assignment shows (VIEW-06): the score of the attempt that passed, or else the best so far. Returns
 * null before the first attempt.
 */
export function scoreToShow(
  attempts: readonly { readonly score: number; readonly passed: boolean }[],
): number | null {
  const passed = attempts.find((attempt) => attempt.passed);
  if (passed) return passed.score;
  return attempts.length === 0 ? null : Math.max(...attempts.map(({ score }) => score));
}
