import { expect, test } from 'vitest';
import { answerFits, isUnanswered, type GivenAnswer, type Question } from './question.ts';
import { faultsOfQuiz, idsOfQuiz, scoreToShow, showsQuestions, withIssuedIds } from './quiz.ts';

const choice = (kind: 'single' | 'multiple', id = 'q'): Question => ({
  id,
  kind,
  text: 'What first?',
  points: 1,
  options: [
    { id: 'right', text: 'Care' },
    { id: 'wrong', text: 'Report' },
  ],
  key: kind === 'single' ? { kind, optionId: 'right' } : { kind, optionIds: ['right', 'wrong'] },
  explanation: null,
});
const numeric: Question = {
  ...choice('single', 'n'),
  kind: 'numeric',
  options: [],
  key: { kind: 'numeric', value: Number.NaN, tolerance: 0 },
};

test('[VIEW-06] faults stand at the place of their question; the same id twice is one', () => {
  expect(faultsOfQuiz([choice('single'), numeric])).toEqual([
    { path: 'questions.1.key.value', reason: 'question_number_needed' },
  ]);
  expect(faultsOfQuiz([choice('single'), choice('multiple')]).map(({ path }) => path)).toEqual([
    'questions.1.id',
  ]);
  const [first] = choice('single').options;
  const same = { ...choice('single'), options: first ? [first, { ...first, text: 'Call' }] : [] };
  expect(faultsOfQuiz([same]).map(({ path }) => path)).toEqual(['questions.0.id']);
});

test('[VIEW-06] ids of an author give way to issued ones, keys follow, and issued ones stay', () => {
  let count = 0;
  const newId = (): string => `issued-${String((count += 1))}`;
  const quiz = [choice('single', 'a'), choice('multiple', 'b')];
  const issued = withIssuedIds(quiz, new Set(), newId);
  expect([...idsOfQuiz(issued)].every((id) => id.startsWith('issued-'))).toBe(true);
  expect(issued[0]?.key).toEqual({ kind: 'single', optionId: issued[0]?.options[0]?.id });
  expect(issued[1]?.key).toEqual({
    kind: 'multiple',
    optionIds: issued[1]?.options.map(({ id }) => id),
  });
  expect(withIssuedIds(issued, idsOfQuiz(issued), newId)).toEqual(issued);
});

test.for<readonly [Question, GivenAnswer, boolean]>([
  [choice('single'), { optionId: 'wrong' }, true],
  [choice('single'), { optionId: 'gone' }, false],
  [choice('single'), { optionIds: ['right'] }, false],
  [choice('multiple'), { optionIds: ['right', 'gone'] }, false],
  [choice('multiple'), { optionIds: [] }, true],
  [numeric, { text: 'two days' }, true],
  [numeric, { value: true }, false],
  [numeric, null, true],
] as const)('[VIEW-06] %j can be answered by %j: %j', ([question, given, fits]) => {
  expect(answerFits(question, given)).toBe(fits);
});

test('[VIEW-06] blanks and no choices are no answer', () => {
  expect([undefined, null, { optionIds: [] }, { text: ' ' }].map(isUnanswered)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([{ optionId: 'a' }, { value: false }, { text: '0' }].map(isUnanswered)).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([
  ['full', true, 2, false, true],
  ['full', false, 0, false, true],
  ['full', false, 1, false, false],
  ['full', false, null, false, false],
  ['full', true, 0, true, false],
  ['score', true, 0, false, false],
] as const)(
  '[VIEW-06] feedback %s, passed %j, %j attempts left, asked again %j: the questions are shown: %j',
  (feedback, passed, attemptsLeft, askedAgain, shown) => {
    expect(showsQuestions(feedback, { passed, attemptsLeft, askedAgain })).toBe(shown);
  },
);

test('[VIEW-06] the score is that of the attempt that passed, else the best', () => {
  expect(scoreToShow([])).toBeNull();
  expect(
    scoreToShow([
      { score: 40, passed: false },
      { score: 60, passed: false },
      { score: 50, passed: false },
    ]),
  ).toBe(60);
  expect(
    scoreToShow([
      { score: 75, passed: false },
      { score: 70, passed: true },
    ]),
  ).toBe(70);
});
