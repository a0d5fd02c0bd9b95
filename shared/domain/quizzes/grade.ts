import { parseNumber } from './numbers.ts';
import type { AnswerKey, GivenAnswer, Question } from './question.ts';

/** The points of one answer. */
export interface GradedAnswer {
  readonly questionId: string;
  readonly right: boolean;
  /** All points or none (VIEW-06): multiple choice needs exactly the right choices. */
  readonly points: number;
}

/** The result of an attempt. */
export interface Grade {
  readonly answers: readonly GradedAnswer[];
  readonly points: number;
  readonly possible: number;
  /** Percent with two decimals, rounded down, so that no score passes by rounding. */
  readonly score: number;
}

/** Returns a text in the form for comparison: one form of each letter, one space between words, none around. */
function comparable(text: string, caseSensitive: boolean): string {
  const plain = text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  return caseSensitive ? plain : plain.toLowerCase();
}

/** Returns whether an answer is correct; an answer that does not fit the kind of question is wrong. */
export function isCorrect(key: AnswerKey, given: GivenAnswer): boolean {
  if (given === null) return false;
  switch (key.kind) {
    case 'single':
      return 'optionId' in given && given.optionId === key.optionId;
    case 'multiple': {
      if (!('optionIds' in given)) return false;
      const chosen = new Set(given.optionIds);
      return chosen.size === new Set(key.optionIds).size && key.optionIds.every((id) => chosen.has(id));
    }
    case 'true_false':
      return 'value' in given && given.value === key.value;
    case 'numeric': {
      const number = 'text' in given ? parseNumber(given.text) : null;
      // The small addend lets 0.3 count as within 0.1 of 0.2.
      return (
        number !== null &&
        Math.abs(number - key.value) <= key.tolerance + 1e-9 * Math.max(1, Math.abs(key.value))
      );
    }
    case 'short_text': {
      if (!('text' in given)) return false;
      const text = comparable(given.text, key.caseSensitive);
      return text !== '' && key.accepted.some((accepted) => comparable(accepted, key.caseSensitive) === text);
    }
  }
}

/** Grades an attempt (VIEW-06): a question without an answer gets no points. */
export function gradeAttempt(questions: readonly Question[], given: ReadonlyMap<string, GivenAnswer>): Grade {
  const answers = questions.map(({ id, key, points }): GradedAnswer => {
    const right = isCorrect(key, given.get(id) ?? null);
    return { questionId: id, right, points: right ? points : 0 };
  });
  const points = answers.reduce((sum, answer) => sum + answer.points, 0);
  const possible = questions.reduce((sum, question) => sum + question.points, 0);
  const score = possible === 0 ? 0 : Math.floor((points * 10_000) / possible) / 100;
  return { answers, points, possible, score };
}

/** Returns whether a score passes; a quiz without a passing score is passed by submitting it (MOD-03). */
export function isPassed(score: number, passingScore: number | null): boolean {
  return passingScore === null || score >= passingScore;
}
