import { expect, test } from 'vitest';
import { mayAttempt } from './attempts.ts';
import { isCorrect } from './grade.ts';
import { parseNumber } from './numbers.ts';
import { shownPaper } from './paper.ts';
import {
  answerFits,
  faultsOf,
  isUnanswered,
  type AnswerKey,
  type GivenAnswer,
  type Question,
} from './question.ts';
import { faultsOfQuiz, withIssuedIds } from './quiz.ts';

const options = [
  { id: 'a', text: 'Care' },
  { id: 'b', text: 'Report' },
];
const asked = (key: AnswerKey, changes: Partial<Question> = {}): Question => ({
  id: 'q',
  kind: key.kind,
  text: 'What first?',
  points: 1,
  options: key.kind === 'single' || key.kind === 'multiple' ? options : [],
  key,
  explanation: null,
  ...changes,
});
const single = asked({ kind: 'single', optionId: 'a' });
const several = (...optionIds: string[]) => asked({ kind: 'multiple', optionIds });
const short = (...accepted: string[]) => asked({ kind: 'short_text', accepted, caseSensitive: false });
const yes: AnswerKey = { kind: 'true_false', value: true };
const number = (value: number, tolerance = 0) => asked({ kind: 'numeric', value, tolerance });

test.each<[Question, Readonly<Record<string, string>>]>([
  [single, {}],
  [several('a', 'b'), {}],
  [asked(yes), {}],
  [number(1), {}],
  [short('', 'x'), {}],
  [{ ...single, text: ' ' }, { text: 'question_no_text' }],
  [{ ...single, key: yes }, { key: 'question_answer_of_other_kind' }],
  [several('a', 'z'), { key: 'question_choose_answer' }],
  [several(), { key: 'question_choose_answer' }],
  [asked(yes, { options }), { options: 'question_without_choices' }],
  [number(Number.NaN), { 'key.value': 'question_number_needed' }],
  [number(1, -1), { 'key.tolerance': 'not_below_zero' }],
  [short('', ' '), { 'key.accepted': 'question_accepted_needed' }],
  [{ ...single, options: options.slice(0, 1) }, { options: 'question_two_choices' }],
  [{ ...single, options: [...options, { id: 'c', text: ' ' }] }, { 'options.2': 'choice_no_text' }],
  [{ ...single, options: [...options, { id: 'c', text: ' CARE' }] }, { 'options.2': 'choice_twice' }],
])('[VIEW-06] the question %j has the faults %j', (question, faults) => {
  expect(Object.fromEntries(faultsOf(question).map(({ path, reason }) => [path, reason]))).toEqual(faults);
});

test('[VIEW-06] ids that differ are needed, and a key without choices stays as it is', () => {
  expect(faultsOfQuiz([single, single])).toEqual([{ path: 'questions.1.id', reason: 'quiz_ids_differ' }]);
  const [issued] = withIssuedIds([number(3, 1)], new Set(), () => 'new');
  expect(issued).toEqual({ ...number(3, 1), id: 'new' });
});

test.each<[Question, GivenAnswer, boolean]>([
  [several('a'), { optionIds: ['a', 'b'] }, true],
  [asked(yes), { value: false }, true],
  [asked(yes), { text: 'true' }, false],
  [short('x'), { text: 'y' }, true],
  [short('x'), { value: true }, false],
])('[VIEW-06] %j can be answered by %j: %s', (question, given, fits) => {
  expect(answerFits(question, given)).toBe(fits);
});

test('[VIEW-06] one choice is an answer', () => {
  expect(isUnanswered({ optionIds: ['a'] })).toBe(false);
});

test.each<[Question, GivenAnswer, boolean]>([
  [several('a'), { optionId: 'a' }, false],
  [several('a', 'c'), { optionIds: ['a', 'b'] }, false],
  [short('ICH GCP'), { text: 'ichgcp' }, false],
  [short('ICH GCP'), { optionId: 'a' }, false],
  // The number that a computer keeps for this text is a little more than 0.3 away.
  [number(1e12, 0.3), { text: '1000000000000.3' }, true],
])('[VIEW-06] %j answered by %j is right: %s', ({ key }, given, right) => {
  expect(isCorrect(key, given)).toBe(right);
});

test.each([
  [',5', 0.5],
  ['.55', 0.55],
  [' 7 ', 7],
  ['2.5e+3', 2500],
  ['2.5e-3', 0.0025],
  ['1e10', 1e10],
  ['1e1000', null],
  ['1.5.5', null],
  ['1,234.5,6', null],
])('[VIEW-06] the number %j is read as %j', (text, value) => {
  expect(parseNumber(text)).toBe(value);
});

test('[VIEW-06] an attempt that is open continues, whatever the limits say', () => {
  const at = new Date('2026-03-01T12:00:00Z');
  const soFar = { handedIn: 1, passed: false, lastHandedInAt: at, open: true };
  expect(mayAttempt({ maxAttempts: 1, coolDownMinutes: 60 }, soFar, at)).toEqual({ allowed: true });
});

test('[VIEW-06] a paper shows the choices with their texts', () => {
  const [shown] = shownPaper([single]);
  expect(shown).toEqual({ id: 'q', kind: 'single', text: 'What first?', points: 1, options });
});
