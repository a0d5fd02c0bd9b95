import type { FieldError } from '#shared/reasons/reasons.ts';
/** The kinds of questions that can be asked (VIEW-06, first part). */
export const questionKinds = ['single', 'multiple', 'true_false', 'numeric', 'short_text'] as const;
/** One of {@link questionKinds}. */
export type QuestionKind = (typeof questionKinds)[number];

/** Most questions of a quiz, options of a choice, accepted texts, and the longest texts in characters. */
export const questionLimits = {
  questions: 200,
  options: 12,
  accepted: 20,
  text: 2000,
  option: 500,
  answer: 500,
  points: 100,
} as const;

/** A choice of a question; its id never reveals whether it is correct. */
export interface Option {
  readonly id: string;
  readonly text: string;
}

/** The part of a question that is shown to the person who answers it. */
export interface AskedQuestion {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly text: string;
  readonly points: number;
  /** For single and multiple choice; otherwise empty. */
  readonly options: readonly Option[];
}

/** The correct answer; it never leaves the server before the attempt was submitted (VIEW-06). */
export type AnswerKey =
  | { readonly kind: 'single'; readonly optionId: string }
  | { readonly kind: 'multiple'; readonly optionIds: readonly string[] }
  | { readonly kind: 'true_false'; readonly value: boolean }
  | { readonly kind: 'numeric'; readonly value: number; readonly tolerance: number }
  | { readonly kind: 'short_text'; readonly accepted: readonly string[]; readonly caseSensitive: boolean };

/** A question as its author writes it: its text, the correct answer, and the explanation that is shown after the attempt. */
export interface Question extends AskedQuestion {
  readonly key: AnswerKey;
  readonly explanation: string | null;
}

/** A person's answer to one question; null without one. */
export type GivenAnswer =
  | { readonly optionId: string }
  | { readonly optionIds: readonly string[] }
  | { readonly value: boolean }
  | { readonly text: string }
  | null;

/** Returns why a question cannot be used; empty if it can. */
export function faultsOf(question: Question): readonly FieldError[] {
  const faults: FieldError[] = [];
  if (question.text.trim() === '') faults.push({ path: 'text', reason: 'question_no_text' });
  const { key, options } = question;
  if (key.kind !== question.kind)
    return [...faults, { path: 'key', reason: 'question_answer_of_other_kind' }];
  if (key.kind === 'single' || key.kind === 'multiple') {
    faults.push(...optionFaults(options));
    const ids = new Set(options.map(({ id }) => id));
    const right = key.kind === 'single' ? [key.optionId] : key.optionIds;
    if (right.length === 0 || right.some((id) => !ids.has(id)))
      faults.push({ path: 'key', reason: 'question_choose_answer' });
  } else if (options.length > 0) {
    faults.push({ path: 'options', reason: 'question_without_choices' });
  }
  if (key.kind === 'numeric' && !Number.isFinite(key.value))
    faults.push({ path: 'key.value', reason: 'question_number_needed' });
  if (key.kind === 'numeric' && !(key.tolerance >= 0))
    faults.push({ path: 'key.tolerance', reason: 'not_below_zero' });
  if (key.kind === 'short_text' && !key.accepted.some((text) => text.trim() !== ''))
    faults.push({ path: 'key.accepted', reason: 'question_accepted_needed' });
  return faults;
}

function optionFaults(options: readonly Option[]): FieldError[] {
  const faults: FieldError[] = [];
  if (options.length < 2) faults.push({ path: 'options', reason: 'question_two_choices' });
  const seen = new Set<string>();
  options.forEach(({ text }, index) => {
    const name = text.trim().toLowerCase();
    if (name === '') faults.push({ path: `options.${index}`, reason: 'choice_no_text' });
    else if (seen.has(name)) faults.push({ path: `options.${index}`, reason: 'choice_twice' });
    seen.add(name);
  });
  return faults;
}

/** Returns whether an answer can be one to this question: of its kind, and among its choices. Null always can. */
export function answerFits(question: AskedQuestion, given: GivenAnswer): boolean {
  if (given === null) return true;
  const offered = new Set(question.options.map(({ id }) => id));
  switch (question.kind) {
    case 'single':
      return 'optionId' in given && offered.has(given.optionId);
    case 'multiple':
      return 'optionIds' in given && given.optionIds.every((id) => offered.has(id));
    case 'true_false':
      return 'value' in given;
    case 'numeric':
    case 'short_text':
      return 'text' in given;
  }
}

/** Returns whether there is no answer: no choice, or no text other than blanks. */
export function isUnanswered(given: GivenAnswer | undefined): boolean {
  if (!given) return true;
  if ('optionIds' in given) return given.optionIds.length === 0;
  return 'text' in given && given.text.trim() === '';
}
