import { quizBody } from '#shared/contract/quiz-schemas.ts';
import type { BodyInput, ResponseOf } from '#shared/contract/endpoint.ts';
import { reasonInSchema } from '#shared/reasons/in-schema.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';
import type { quizzesContract } from '#shared/contract/quizzes.ts';
import type { AnswerKey, Option, Question, QuestionKind } from '#shared/domain/quizzes/question.ts';
import { faultsOfQuiz, type FeedbackKind } from '#shared/domain/quizzes/quiz.ts';
import type { FieldReason } from '#app/lib/forms.ts';
import { reasonInWords } from '#app/lib/reasons.ts';

/** A quiz as the server returns it to its author. */
export type Quiz = ResponseOf<typeof quizzesContract.get>;

/**
 * A question while it is edited: the fields of all kinds, so that a change of the kind loses nothing, and number fields that
 * may be empty.
 */
export interface DraftQuestion {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly text: string;
  readonly points: number | string;
  readonly explanation: string;
  readonly options: readonly Option[];
  /** Ids of the correct choices. */
  readonly right: readonly string[];
  readonly truth: boolean | null;
  readonly value: number | string;
  readonly tolerance: number | string;
  readonly accepted: readonly string[];
  readonly caseSensitive: boolean;
}

/** A quiz while it is edited. */
export interface QuizDraft {
  readonly questions: readonly DraftQuestion[];
  readonly shuffleQuestions: boolean;
  readonly shuffleOptions: boolean;
  /** Empty: no limit. */
  readonly maxAttempts: number | string;
  readonly coolDownMinutes: number | string;
  readonly feedback: FeedbackKind;
}

/** Returns an id that no other part of a quiz has. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);

/** Returns an empty question of this kind, with two choices. */
export function newQuestion(kind: QuestionKind): DraftQuestion {
  return {
    id: newId(),
    kind,
    text: '',
    points: 1,
    explanation: '',
    options: [newOption(), newOption()],
    right: [],
    truth: null,
    value: '',
    tolerance: 0,
    accepted: [''],
    caseSensitive: false,
  };
}

/** Returns an empty choice. */
export const newOption = (): Option => ({ id: newId(), text: '' });

/** Returns a copy of the question with new ids. */
export function copyOf(question: DraftQuestion): DraftQuestion {
  const ids = new Map(question.options.map(({ id }): [string, string] => [id, newId()]));
  const copied = (id: string): string => ids.get(id) ?? id;
  return {
    ...question,
    id: newId(),
    options: question.options.map(({ id, text }) => ({ id: copied(id), text })),
    right: question.right.map(copied),
  };
}

/** Returns a list with one item moved to another place; a place beyond the list means its end. */
export function moved<T>(things: readonly T[], from: number, to: number): readonly T[] {
  const thing = things[from];
  if (thing === undefined || from === to) return things;
  const rest = things.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, thing);
}

/** Returns the stored quiz as a draft to edit. */
export function draftOf(quiz: Quiz): QuizDraft {
  return {
    questions: quiz.questions.map(draftOfQuestion),
    shuffleQuestions: quiz.shuffleQuestions,
    shuffleOptions: quiz.shuffleOptions,
    maxAttempts: quiz.maxAttempts ?? '',
    coolDownMinutes: quiz.coolDownMinutes,
    feedback: quiz.feedback,
  };
}

function draftOfQuestion({ key, options, explanation, ...asked }: Quiz['questions'][number]): DraftQuestion {
  const empty = newQuestion(asked.kind);
  const plain = {
    ...empty,
    ...asked,
    explanation: explanation ?? '',
    options: options.length > 0 ? options : empty.options,
  };
  switch (key.kind) {
    case 'single':
      return { ...plain, right: [key.optionId] };
    case 'multiple':
      return { ...plain, right: key.optionIds };
    case 'true_false':
      return { ...plain, truth: key.value };
    case 'numeric':
      return { ...plain, value: key.value, tolerance: key.tolerance };
    case 'short_text':
      return { ...plain, accepted: key.accepted, caseSensitive: key.caseSensitive };
  }
}

/** Returns whether a kind of question has choices. */
export const hasOptions = (kind: QuestionKind): boolean => kind === 'single' || kind === 'multiple';

/** Returns the question for the rules and a preview; missing parts appear as errors of the rules. */
export function questionOf(draft: DraftQuestion): Question {
  return {
    id: draft.id,
    kind: draft.kind,
    text: draft.text.trim(),
    points: numberOf(draft.points),
    explanation: draft.explanation.trim() === '' ? null : draft.explanation.trim(),
    options: hasOptions(draft.kind) ? draft.options.map(({ id, text }) => ({ id, text: text.trim() })) : [],
    key: keyOfDraft(draft),
  };
}

const numberOf = (value: number | string): number => (value === '' ? Number.NaN : Number(value));

function keyOfDraft(draft: DraftQuestion): AnswerKey {
  const offered = new Set(draft.options.map(({ id }) => id));
  const right = draft.right.filter((id) => offered.has(id));
  switch (draft.kind) {
    case 'single':
      return { kind: 'single', optionId: right[0] ?? '' };
    case 'multiple':
      return { kind: 'multiple', optionIds: right };
    case 'true_false':
      return { kind: 'true_false', value: draft.truth ?? false };
    case 'numeric':
      return { kind: 'numeric', value: numberOf(draft.value), tolerance: numberOf(draft.tolerance) };
    case 'short_text': {
      const accepted = draft.accepted.map((text) => text.trim()).filter((text) => text !== '');
      return { kind: 'short_text', accepted, caseSensitive: draft.caseSensitive };
    }
  }
}

/** Returns the body of the call; send it only if {@link faultsOfDraft} finds no errors. */
export function bodyOf(draft: QuizDraft): BodyInput<typeof quizzesContract.save> {
  return {
    questions: draft.questions.map(questionOf),
    shuffleQuestions: draft.shuffleQuestions,
    shuffleOptions: draft.shuffleOptions,
    maxAttempts: draft.maxAttempts === '' ? null : Number(draft.maxAttempts),
    coolDownMinutes: numberOf(draft.coolDownMinutes),
    feedback: draft.feedback,
  } as BodyInput<typeof quizzesContract.save>;
}

/** Returns all errors that prevent the quiz from being stored, by field, in the words of the rules and of the contract. */
export function faultsOfDraft(draft: QuizDraft): readonly FieldError[] {
  const body = bodyOf(draft);
  const unsaid = draft.questions.flatMap(({ kind, truth }, index): readonly FieldError[] =>
    kind === 'true_false' && truth === null
      ? [{ path: `questions.${String(index)}.key`, reason: 'question_choose_answer' }]
      : [],
  );
  const rules = faultsOfQuiz(draft.questions.map(questionOf));
  const told = new Set(rules.map(({ path }) => path));
  const result = quizBody.safeParse(body);
  const schema = (result.error?.issues ?? [])
    .map(({ path, message }) => ({ path: path.map(String).join('.'), ...reasonInSchema(message) }))
    // Leaves out errors that the rules have described in better words.
    .filter(({ path }) => !told.has(path) && ![...told].some((known) => path.startsWith(`${known}.`)));
  return [...unsaid, ...rules, ...schema];
}

/** Returns the errors of one question, by the field within it. */
export function faultsAt(faults: readonly FieldReason[], index: number): Readonly<Record<string, string>> {
  const prefix = `questions.${String(index)}.`;
  const byField: Record<string, string> = {};
  for (const fault of faults)
    if (fault.path.startsWith(prefix)) byField[fault.path.slice(prefix.length)] ??= reasonInWords(fault);
  return byField;
}

/** Returns whether two drafts would store the same quiz. */
export const isSame = (one: QuizDraft, other: QuizDraft): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
