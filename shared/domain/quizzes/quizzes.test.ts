import { check, integer, property, array, uniqueArray, string } from 'fast-check';
import { assert, expect, test } from 'vitest';
import { attemptsLeft, mayAttempt, quizStanding } from './attempts.ts';
import { gradeAttempt, isPassed, isCorrect } from './grade.ts';
import { parseNumber } from './numbers.ts';
import { makePaper, shownPaper, shuffled } from './paper.ts';
import { faultsOf, type AnswerKey, type GivenAnswer, type Question } from './question.ts';

const options = [
  { id: 'a', text: 'Stop dosing' },
  { id: 'b', text: 'Report within 24 hours' },
  { id: 'c', text: 'Tell the monitor' },
];
const single: Question = {
  id: 'q1',
  kind: 'single',
  text: 'What first?',
  points: 2,
  options,
  key: { kind: 'single', optionId: 'b' },
  explanation: 'Reporting comes first.',
};

test.for<readonly [AnswerKey, GivenAnswer, boolean]>([
  [{ kind: 'single', optionId: 'b' }, { optionId: 'b' }, true],
  [{ kind: 'single', optionId: 'b' }, { optionId: 'a' }, false],
  [{ kind: 'single', optionId: 'b' }, { optionIds: ['b'] }, false],
  [{ kind: 'single', optionId: 'b' }, null, false],
  [{ kind: 'multiple', optionIds: ['a', 'c'] }, { optionIds: ['c', 'a'] }, true],
  [{ kind: 'multiple', optionIds: ['a', 'c'] }, { optionIds: ['a'] }, false],
  [{ kind: 'multiple', optionIds: ['a', 'c'] }, { optionIds: ['a', 'b', 'c'] }, false],
  [{ kind: 'multiple', optionIds: ['a', 'c'] }, { optionIds: ['a', 'a', 'c'] }, true],
  [{ kind: 'true_false', value: true }, { value: true }, true],
  [{ kind: 'true_false', value: true }, { value: false }, false],
  [{ kind: 'true_false', value: false }, { text: 'false' }, false],
  [{ kind: 'numeric', value: 0.2, tolerance: 0.1 }, { text: '0,3' }, true],
  [{ kind: 'numeric', value: 0.2, tolerance: 0.1 }, { text: '0.31' }, false],
  [{ kind: 'numeric', value: 1234.5, tolerance: 0 }, { text: '1.234,5' }, true],
  [{ kind: 'numeric', value: 24, tolerance: 0 }, { text: 'twenty-four' }, false],
  [{ kind: 'numeric', value: 0, tolerance: 0 }, { text: '' }, false],
  [{ kind: 'short_text', accepted: ['ICH GCP'], caseSensitive: false }, { text: '  ich  gcp ' }, true],
  [{ kind: 'short_text', accepted: ['ICH GCP'], caseSensitive: true }, { text: 'ich gcp' }, false],
  [
    { kind: 'short_text', accepted: ['Ärztin', 'Arzt'], caseSensitive: false },
    { text: 'A\u0308RZTIN' },
    true,
  ],
  [{ kind: 'short_text', accepted: [''], caseSensitive: false }, { text: ' ' }, false],
] as const)('[VIEW-06] %j answered by %j is right: %j', ([key, given, right]) => {
  expect(isCorrect(key, given)).toBe(right);
});

test.for([
  ['12', 12],
  ['-3.5', -3.5],
  ['\u22123,5', -3.5],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1 234,5', 1234.5],
  ['1,234', 1.234],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['2.5e3', 2500],
  ['.5', 0.5],
  ['5.', 5],
  ['1,23,4', null],
  ['1.2,3.4', null],
  ['', null],
  ['--1', null],
  ['0x10', null],
  ['Infinity', null],
] as const)('[VIEW-06] the number %j is read as %j', ([text, value]) => {
  expect(parseNumber(text)).toBe(value);
});

test('[VIEW-06] points add up, the score is rounded down, and a score of exactly the passing one passes', () => {
  const others: Question[] = ['q2', 'q3'].map((id) => ({ ...single, id, points: 2 }));
  const grade = gradeAttempt(
    [single, ...others],
    new Map([
      ['q1', { optionId: 'b' }],
      ['q2', { optionId: 'b' }],
    ]),
  );
  expect(grade).toMatchObject({ points: 4, possible: 6, score: 66.66 });
  expect(grade.answers.map(({ right }) => right)).toEqual([true, true, false]);
  expect(isPassed(66.66, 66.67)).toBe(false);
  expect(isPassed(80, 80)).toBe(true);
  expect(isPassed(0, null)).toBe(true);
  expect(gradeAttempt([], new Map()).score).toBe(0);
});

const at = (minutes: number): Date => new Date(Date.UTC(2026, 0, 1, 8, minutes));
const none = { handedIn: 0, passed: false, lastHandedInAt: null, open: false };
test.for([
  ['the first', { maxAttempts: 3, coolDownMinutes: 60 }, none, 0, { allowed: true }],
  [
    'while cooling down',
    { maxAttempts: 3, coolDownMinutes: 60 },
    { ...none, handedIn: 1, lastHandedInAt: at(0) },
    59,
    { allowed: false, reason: 'cooling_down', until: at(60) },
  ],
  [
    'when it has cooled down',
    { maxAttempts: 3, coolDownMinutes: 60 },
    { ...none, handedIn: 1, lastHandedInAt: at(0) },
    60,
    { allowed: true },
  ],
  [
    'after the last',
    { maxAttempts: 3, coolDownMinutes: 0 },
    { ...none, handedIn: 3, lastHandedInAt: at(0) },
    600,
    { allowed: false, reason: 'no_attempts_left' },
  ],
  [
    'an open one at the limit',
    { maxAttempts: 1, coolDownMinutes: 60 },
    { ...none, open: true },
    0,
    { allowed: true },
  ],
  [
    'after passing',
    { maxAttempts: null, coolDownMinutes: 0 },
    { ...none, handedIn: 1, passed: true, lastHandedInAt: at(0) },
    600,
    { allowed: false, reason: 'passed' },
  ],
  [
    'without a limit',
    { maxAttempts: null, coolDownMinutes: 0 },
    { ...none, handedIn: 99, lastHandedInAt: at(0) },
    0,
    { allowed: true },
  ],
] as const)('[VIEW-06] attempt: %s', ([, rules, soFar, minutes, verdict]) => {
  expect(mayAttempt(rules, soFar, at(minutes))).toEqual(verdict);
});

test('[VIEW-06] attempts left are never below 0, and none are counted without a limit', () => {
  const rules = { maxAttempts: 2, coolDownMinutes: 0 };
  expect(attemptsLeft(rules, none)).toBe(2);
  expect(attemptsLeft(rules, { ...none, handedIn: 5 })).toBe(0);
  expect(attemptsLeft({ ...rules, maxAttempts: null }, none)).toBeNull();
});

test('[VIEW-06] a shuffled paper has the same questions and choices, and what is shown never tells the right one', () => {
  const draws = property(
    uniqueArray(string({ minLength: 1 }), { minLength: 1, maxLength: 9 }),
    array(integer({ min: 0 }), { minLength: 80, maxLength: 80 }),
    (ids, numbers) => {
      let next = 0;
      const draw = (bound: number): number => (numbers[next++ % numbers.length] ?? 0) % bound;
      const questions = ids.map((id) => ({ ...single, id }));
      const paper = makePaper(questions, { shuffleQuestions: true, shuffleOptions: true }, draw);
      expect(paper.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
      for (const { options: choices } of paper)
        expect(choices.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
      for (const shown of shownPaper(paper))
        expect(Object.keys(shown)).toEqual(['id', 'kind', 'text', 'points', 'options']);
    },
  );
  const { failed, counterexample } = check(draws);
  assert(!failed, JSON.stringify(counterexample));
});

test('[VIEW-06] shuffling reaches every order about equally often', () => {
  let state = 1;
  const draw = (bound: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
  const counts = new Map<string, number>();
  for (let turn = 0; turn < 6000; turn += 1) {
    const order = shuffled(['1', '2', '3'], draw).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test.for([
  [single, []],
  [{ ...single, text: ' ' }, ['text']],
  [{ ...single, options: options.slice(0, 1) }, ['options', 'key']],
  [{ ...single, options: [...options, { id: 'd', text: 'stop DOSING ' }] }, ['options.3']],
  [{ ...single, key: { kind: 'single', optionId: 'z' } }, ['key']],
  [{ ...single, kind: 'multiple', key: { kind: 'multiple', optionIds: [] } }, ['key']],
  [
    { ...single, kind: 'numeric', options: [], key: { kind: 'numeric', value: 1, tolerance: -1 } },
    ['key.tolerance'],
  ],
  [
    {
      ...single,
      kind: 'short_text',
      options: [],
      key: { kind: 'short_text', accepted: [' '], caseSensitive: false },
    },
    ['key.accepted'],
  ],
  [{ ...single, kind: 'true_false', key: { kind: 'true_false', value: true } }, ['options']],
  [{ ...single, kind: 'true_false', options: [] }, ['key']],
] as const)('[VIEW-06] case %# of what is wrong with a question', ([question, paths]) => {
  expect(faultsOf(question).map(({ path }) => path)).toEqual(paths);
});

test('[VIEW-06] the standing that cards show: attempts left, the end of a cool-down, or passed', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const last = new Date('2026-03-01T11:50:00Z');
  const rules = { maxAttempts: 3, coolDownMinutes: 30 };
  const soFar = { handedIn: 1, passed: false, lastHandedInAt: last, open: false };
  const until = new Date('2026-03-01T12:20:00Z');
  expect(quizStanding(rules, soFar, now)).toEqual({
    passed: false,
    attemptsLeft: 2,
    attempted: 1,
    nextAttemptAt: until,
  });
  expect(quizStanding(rules, soFar, until).nextAttemptAt).toBeNull();
  expect(quizStanding(rules, { ...soFar, handedIn: 3 }, now)).toMatchObject({
    attemptsLeft: 0,
    nextAttemptAt: null,
  });
  expect(quizStanding(rules, { ...soFar, passed: true }, now)).toMatchObject({
    passed: true,
    nextAttemptAt: null,
  });
  expect(quizStanding({ ...rules, maxAttempts: null }, soFar, now).attemptsLeft).toBeNull();
});
