import type { AskedQuestion, Question } from './question.ts';

/** A source of randomness: whole numbers from 0 to below `bound`. */
export type Draw = (bound: number) => number;

/** Returns things in a random order, in which each order is equally likely (Fisher and Yates). */
export function shuffled<T>(things: readonly T[], draw: Draw): readonly T[] {
  const order = [...things];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = draw(last + 1);
    const [a, b] = [order[last] as T, order[other] as T];
    order[last] = b;
    order[other] = a;
  }
  return order;
}

/** The rules for creating the paper of an attempt (VIEW-06). */
export interface PaperRules {
  readonly shuffleQuestions: boolean;
  readonly shuffleOptions: boolean;
}

/** Returns the questions of one attempt in this person's order; stored completely with the attempt. */
export function makePaper(
  questions: readonly Question[],
  rules: PaperRules,
  draw: Draw,
): readonly Question[] {
  const asked = rules.shuffleQuestions ? shuffled(questions, draw) : questions;
  return rules.shuffleOptions
    ? asked.map((question) => ({ ...question, options: shuffled(question.options, draw) }))
    : asked;
}

/** Returns the part of a paper that may be seen before it is submitted: without the key and its explanation (VIEW-06). */
export function shownPaper(paper: readonly Question[]): readonly AskedQuestion[] {
  return paper.map(({ id, kind, text, points, options }) => ({
    id,
    kind,
    text,
    points,
    options: options.map((option) => ({ id: option.id, text: option.text })),
  }));
}
