import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { load } from '#tests/harness/module-world.ts';
import {
  answersTo,
  attempt,
  begin,
  beginQuiz,
  submitAttempt,
  readAttempt,
  saveDraft,
  secretTexts,
  type QuizState,
} from '#tests/harness/quiz-world.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import { assignTo, putStatus, readyToSign, sign } from '#tests/harness/training-world.ts';
import { createUser, type FixtureUser } from '#tests/harness/world.ts';

let server: StartedLearner['server'];
let world: StartedLearner['world'];
let learner: StartedLearner['learner'];
let client: StartedLearner['client'];
let stop: StartedLearner['stop'];

beforeAll(async () => {
  ({ server, world, learner, client, stop } = await startWithLearner());
});
afterAll(() => stop());

const begun = (
  quiz: Record<string, unknown> = {},
  fields: Record<string, unknown> = {},
  [person, own]: readonly [FixtureUser, TestClient] = [learner, client],
) => beginQuiz(world.admin, { id: person.id, client: own }, quiz, fields);

/** The questions that are worth 40 of 100 together. */
const two = ['What comes first', 'Which of these'];

test('[VIEW-06] no answer to a learner says what is right before the attempt was handed in, errors included', async () => {
  const { id, module } = await begun({ maxAttempts: 2 });
  const texts: string[] = [];
  const hear = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await client.fetch(method, path, body);
    const text = await answer.text();
    texts.push(text);
    return JSON.parse(text);
  };
  const at = `/api/training-assignments/${String(id)}`;
  const view = (await hear('POST', `${at}/view-session`)) as { viewSessionId: string };
  await hear('POST', `${at}/progress`, { viewSessionId: view.viewSessionId });
  for (const path of [
    `${at}/quiz`,
    at,
    '/api/assignments/user',
    '/api/training-modules',
    `/api/training-modules/${String(module.id)}`,
    `/api/training-modules/${String(module.id)}/quiz`,
    `/api/employee/${learner.id}/assignments`,
    `/api/employee/${learner.id}/completions`,
    `${at}/quiz/attempts/1`,
  ])
    await hear('GET', path);
  const state = (await hear('POST', `${at}/quiz/attempts`)) as QuizState;
  const questions = state.open?.questions ?? [];
  expect(questions).toHaveLength(5);
  const attemptPath = `${at}/quiz/attempts/1`;
  const answers = answersTo(questions, two);
  await hear('PUT', `${attemptPath}/draft`, { answers });
  await hear('GET', `${at}/quiz`);
  await hear('GET', attemptPath);
  for (const wrong of [
    [{ questionId: 'gone', answer: null }],
    [...answers, answers[0]],
    [{ questionId: questions[0]?.id, answer: { optionId: 'gone' } }],
    [{ questionId: questions[0]?.id, answer: { optionId: 'x', right: true } }],
    'all',
  ]) {
    await hear('POST', `${attemptPath}/hand-in`, { answers: wrong });
    await hear('PUT', `${attemptPath}/draft`, { answers: wrong });
  }
  await hear('PUT', `/api/training-modules/${String(module.id)}/quiz`, { questions: [] });
  // The ids of the paper are told and say nothing: they are no longer what the author called them.
  for (const secret of secretTexts)
    expect(
      texts.filter((text) => text.includes(secret)),
      secret,
    ).toEqual([]);

  // A further attempt is possible: only the score is shown, now and whenever the attempt is opened again.
  const failed = await submitAttempt(client, id, 1, answers);
  expect(failed.body).toMatchObject({ passed: false, score: 60, showsQuestions: false, questions: [] });
  await hear('GET', attemptPath);
  await hear('GET', `${at}/quiz`);
  await hear('GET', at);
  // How many were answered correctly is part of the score.
  const hidden = secretTexts.filter((text) => text !== '"right"');
  for (const secret of [...hidden, ...questions.map(({ text }) => text)])
    expect(
      texts.slice(-3).filter((text) => text.includes(secret)),
      secret,
    ).toEqual([]);
  // After the last one everything is, of the first attempt too.
  const last = await attempt(client, id, two);
  expect(last.showsQuestions).toBe(true);
  expect((await readAttempt(client, id, 1)).body.questions).toHaveLength(5);
  const told = last.questions.find(({ text }) => text.startsWith('What comes first'));
  const right = told?.options.find(({ text }) => text === 'Care for the participant');
  expect(told?.key).toEqual({ kind: 'single', optionId: right?.id });
});

test('[VIEW-06] [MTX-08] an attempt at an earlier cycle answers no question of the open one', async () => {
  const { id, module } = await begun({ maxAttempts: 2 }, { completionPolicy: 'quiz' });
  await attempt(client, id);
  expect((await readAttempt(client, id, 1)).body.questions).toHaveLength(5);
  expect((await sign(client, id, learner)).status).toBe(200);
  const again = await assignTo(world.admin, learner.id, module.id, { retrain: true, reason: 'Asked again.' });
  expect((await putStatus(client, again.id, { status: 'in_progress' })).status).toBe(200);
  expect((await readAttempt(client, id, 1)).body).toMatchObject({ showsQuestions: false, questions: [] });
  await attempt(client, again.id, two);
  expect((await readAttempt(client, id, 1)).body.questions).toEqual([]);
  await attempt(client, again.id);
  expect((await readAttempt(client, id, 1)).body.questions).toHaveLength(5);
});

/** Fields that tell an answer, in JSON. */
const fields = ['"key":', '"explanation":', '"accepted":', '"tolerance":', '"right":'];
/** Words that tell an answer, and ids as the author called them. */
const words = ['right1', 'yes1', ...secretTexts.filter((text) => /^[A-Z]/.test(text))];
/** The description of the API names every field. */
const namesFields = ['platform.docs'];

/** Calls that end the walk. */
const endsTheSession = ['accounts.signOut'];

interface QuizRow {
  readonly handedInAt: string | null;
  readonly grade: Record<string, unknown> | null;
}

test('[VIEW-06] [SEC-03] no GET of the whole API tells who has an open attempt, or one whose score alone is told, what is right', async () => {
  const [, person] = world.learners;
  if (!person) throw new Error('the world has two learners');
  const own = await readyToSign(server, person);
  const { id, module } = await begun({ maxAttempts: 2 }, {}, [person, own]);
  const withFile = await load(world.admin, module.id, [['guide.pdf', await makePdf(1)]]);
  const open = (await begin(own, id)).body.open;
  await saveDraft(own, id, open?.number ?? 0, answersTo(open?.questions ?? [], two));
  const scored = await begun({ feedback: 'score', maxAttempts: 2 }, {}, [person, own]);
  await attempt(own, scored.id, two);

  const values: Readonly<Record<string, string>> = {
    userId: person.id,
    number: String(open?.number ?? 0),
    filename: withFile.body.files[0]?.name ?? '',
    code: 'unknown',
  };
  /** Ids of what the learner has, by the place in the path. */
  const ids: readonly (readonly [string, string])[] = [
    ['/api/training-assignments/', String(id)],
    ['/api/training-modules/', String(module.id)],
    ['/api/manager/', person.id],
    ['/api/organizations/', String(world.organization.id)],
  ];
  const answered: string[] = [];
  for (const { method, path, id: name } of catalogue) {
    if (method !== 'GET' || endsTheSession.includes(name)) continue;
    const filled = path.replaceAll(/:(\w+)/g, (_, field: string) =>
      field === 'id' ? (ids.find(([start]) => path.startsWith(start))?.[1] ?? '1') : (values[field] ?? 'x'),
    );
    const answer = await own.fetch('GET', filled);
    const text = await answer.text();
    expect(answer.status, name).toBeLessThan(500);
    if (answer.status === 200) answered.push(name);
    expect(
      [...words, ...(namesFields.includes(name) ? [] : fields)].filter((secret) => text.includes(secret)),
      `${name} ${filled}`,
    ).toEqual([]);
  }
  // The walk has been where an attempt is told of.
  expect(answered).toEqual(
    expect.arrayContaining([
      'quizzes.state',
      'assignments.mine',
      'assignments.get',
      'assignments.employeeAssignments',
      'modules.get',
      'modules.file',
      'people.exportOwnData',
    ]),
  );
  const { sections } = (await (await own.fetch('GET', '/api/users/me/export')).json()) as {
    sections: Record<string, { rows: QuizRow[] }>;
  };
  const rows = sections['quizAttempts']?.rows ?? [];
  const graded = rows.filter(({ handedInAt }) => handedInAt !== null).map(({ grade }) => grade);
  expect(graded).toEqual([{ points: 6, possible: 10, score: 60 }]);
  expect(JSON.stringify(sections['history'])).toContain('quiz_attempts');
});

test('[VIEW-06] [SEC-03] the export of the own data tells no answer as correct or wrong while attempts remain', async () => {
  const person = await createUser(server.services, { organizationId: world.organization.id });
  const own = await readyToSign(server, person);
  const { id, module } = await begun({ maxAttempts: 2 }, { completionPolicy: 'quiz' }, [person, own]);
  const grades = async (): Promise<readonly (readonly string[])[]> => {
    const { sections } = (await (await own.fetch('GET', '/api/users/me/export')).json()) as {
      sections: Record<string, { rows: QuizRow[] }>;
    };
    return (sections['quizAttempts']?.rows ?? []).map(({ grade }) => Object.keys(grade ?? {}).toSorted());
  };
  const score = ['points', 'possible', 'score'];
  const whole = ['answers', ...score];
  await attempt(own, id, two);
  expect(await grades()).toEqual([score]);
  await attempt(own, id);
  expect(await grades()).toEqual([whole, whole]);
  expect((await sign(own, id, person)).status).toBe(200);
  // Its questions are asked again.
  await assignTo(world.admin, person.id, module.id, { retrain: true, reason: 'Asked again.' });
  expect(await grades()).toEqual([score, score]);
});
