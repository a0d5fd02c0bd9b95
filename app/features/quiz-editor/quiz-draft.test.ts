import { expect, test } from 'vitest';
import { quizBody } from '#shared/contract/quiz-schemas.ts';
import { questionKinds } from '#shared/domain/quizzes/question.ts';
import {
  bodyOf,
  copyOf,
  draftOf,
  faultsAt,
  faultsOfDraft,
  isSame,
  moved,
  newQuestion,
  type DraftQuestion,
  type Quiz,
  type QuizDraft,
} from '#app/features/quiz-editor/quiz-draft.ts';

const draft = (...questions: readonly DraftQuestion[]): QuizDraft => ({
  questions,
  shuffleQuestions: false,
  shuffleOptions: true,
  maxAttempts: '',
  coolDownMinutes: 0,
  feedback: 'full',
});

const written = (fields: Partial<DraftQuestion>): DraftQuestion => {
  const question = newQuestion(fields.kind ?? 'single');
  const [first, second] = question.options;
  if (!first || !second) throw new Error('a new question has two choices');
  return {
    ...question,
    text: 'What first?',
    options: [
      { ...first, text: 'Care' },
      { ...second, text: 'Report' },
    ],
    right: [first.id],
    truth: true,
    value: 24,
    accepted: ['IRB', ''],
    ...fields,
  };
};

test('[VIEW-06] a question of any kind goes to the server as the contract takes it, and comes back the same', () => {
  for (const kind of questionKinds) {
    const mine = draft(written({ kind }));
    expect(faultsOfDraft(mine), kind).toEqual([]);
    const body = quizBody.parse(bodyOf(mine));
    const stored: Quiz = {
      moduleId: 1,
      passingScore: 80,
      completionPolicy: 'quiz',
      attempts: 0,
      revision: 1,
      updatedAt: null,
      ...body,
    };
    expect(quizBody.parse(bodyOf(draftOf(stored)))).toEqual(body);
    const again = draftOf(stored);
    expect([isSame(again, structuredClone(again)), isSame(again, draft())]).toEqual([true, false]);
  }
});

test('[VIEW-06] what is missing is told at its field, once', () => {
  const mine: QuizDraft = {
    ...draft(
      newQuestion('single'),
      newQuestion('true_false'),
      { ...newQuestion('numeric'), text: 'How many?', tolerance: '', points: '' },
      newQuestion('short_text'),
    ),
    maxAttempts: 0,
    coolDownMinutes: '',
  };
  const faults = faultsOfDraft(mine);
  expect(faultsAt(faults, 0)).toEqual({
    text: 'The question has no text',
    'options.0': 'The choice has no text',
    'options.1': 'The choice has no text',
    key: 'Choose the correct answer',
  });
  expect(faultsAt(faults, 1)).toEqual({ text: 'The question has no text', key: 'Choose the correct answer' });
  expect(Object.keys(faultsAt(faults, 2)).toSorted()).toEqual(['key.tolerance', 'key.value', 'points']);
  expect(faultsAt(faults, 3)).toMatchObject({ 'key.accepted': 'Give at least one accepted answer' });
  expect(faults.filter(({ path }) => !path.startsWith('questions')).map(({ path }) => path)).toEqual([
    'maxAttempts',
    'coolDownMinutes',
  ]);
  expect(faultsOfDraft(draft())).toEqual([{ path: 'questions', reason: 'questions_needed' }]);
});

test('[VIEW-06] a copy has ids of its own and the same right answer; a move keeps all', () => {
  const question = written({ kind: 'multiple' });
  const copy = copyOf(question);
  const ids = [question, copy].flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]);
  expect(new Set(ids).size).toBe(6);
  expect(copy.right).toEqual([copy.options[0]?.id]);
  expect(faultsOfDraft(draft(question, copy))).toEqual([]);
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 9)).toEqual(['a', 'b', 'c']);
  expect(moved(['a'], 4, 0)).toEqual(['a']);
});
