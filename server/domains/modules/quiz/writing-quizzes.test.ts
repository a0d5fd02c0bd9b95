import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Question } from '#shared/domain/quizzes/question.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createModuleBy, type ProblemBody } from '#tests/harness/module-world.ts';
import { fiveQuestions, putQuiz, writeQuiz, type Quiz } from '#tests/harness/quiz-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { assignTo, countRows } from '#tests/harness/training-world.ts';
import { createUser, signIn } from '#tests/harness/world.ts';

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

const quizModule = (fields: Record<string, unknown> = {}) =>
  createModuleBy(admin, { contentType: 'quiz', title: 'Knowledge check', passingScore: 80, ...fields });
const path = (moduleId: number) => `/api/training-modules/${String(moduleId)}/quiz`;
const [single, multiple, , numeric, shortText] = fiveQuestions as readonly [
  Question,
  Question,
  Question,
  Question,
  Question,
];

test('[VIEW-06] an administrator writes a quiz of the five kinds and reads it back whole, with ids of the server’s making', async () => {
  const module = await quizModule();
  const before = await admin.get<Quiz>(path(module.id));
  expect(before.body).toMatchObject({ questions: [], revision: 0, attempts: 0, passingScore: 80 });
  const written = await writeQuiz(admin, module.id, {
    maxAttempts: 3,
    coolDownMinutes: 30,
    feedback: 'score',
  });
  expect(written).toMatchObject({
    moduleId: module.id,
    revision: 1,
    maxAttempts: 3,
    coolDownMinutes: 30,
    feedback: 'score',
    shuffleQuestions: true,
    shuffleOptions: true,
  });
  const read = await admin.get<Quiz>(path(module.id));
  expect(read.body).toEqual(written);
  expect(read.headers.get('etag')).toBe('"1"');
  expect(written.questions.map(({ text, points, explanation }) => ({ text, points, explanation }))).toEqual(
    fiveQuestions.map(({ text, points, explanation }) => ({ text, points, explanation })),
  );
  const ids = written.questions.flatMap(({ id, options }) => [id, ...options.map((option) => option.id)]);
  expect(ids.every((id) => /^[0-9a-f]{12}$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  const [first] = written.questions;
  expect(first?.key).toEqual({ kind: 'single', optionId: first?.options[0]?.id });

  // What the server has issued stays, so that an edit is no other question.
  const again = await writeQuiz(admin, module.id, { questions: written.questions.toReversed() });
  expect(again.questions).toEqual(written.questions.toReversed());
  expect(again.revision).toBe(2);
  const card = await admin.get<{ quizQuestions: number; canStart: boolean; hasContent: boolean }>(
    `/api/training-modules/${String(module.id)}`,
  );
  expect(card.body).toMatchObject({ quizQuestions: 5, canStart: true, hasContent: false });
});

test('[MOD-03] [SIG-02] a module of type quiz that names no completion is completed by its quiz, any other is signed', async () => {
  expect((await quizModule()).completionPolicy).toBe('quiz');
  expect((await quizModule({ completionPolicy: 'signed' })).completionPolicy).toBe('signed');
  expect((await quizModule({ contentType: 'pdf' })).completionPolicy).toBe('signed');
});

test('[VIEW-06] [SEC-01] every fault of a quiz is told at its field, and nothing is stored', async () => {
  const module = await quizModule();
  const faulty: readonly (readonly [Partial<Question> | Record<string, unknown>, string, string])[] = [
    [{ ...single, text: '  ' }, 'text', 'The question has no text'],
    [{ ...single, key: { kind: 'single', optionId: 'gone' } }, 'key', 'Choose the correct answer'],
    [{ ...multiple, key: { kind: 'multiple', optionIds: [] } }, 'key', 'Choose the correct answer'],
    [{ ...single, options: single.options.slice(0, 1) }, 'options', 'Give at least two choices'],
    [
      { ...single, options: [...single.options, { id: 'x', text: 'CALL the sponsor ' }] },
      'options.3',
      'This choice already exists',
    ],
    [
      { ...single, options: [{ id: 'right', text: ' ' }, ...single.options.slice(1)] },
      'options.0',
      'The choice has no text',
    ],
    [{ ...single, key: numeric.key }, 'key', 'The correct answer is of a different type'],
    [{ ...numeric, options: single.options }, 'options', 'This kind of question has no choices'],
    [
      { ...numeric, key: { kind: 'numeric', value: 1, tolerance: -1 } },
      'key.tolerance',
      'Must not be below 0',
    ],
    [{ ...numeric, key: { kind: 'numeric', value: 'one', tolerance: 0 } }, 'key.value', 'Must be a number'],
    [
      { ...shortText, key: { kind: 'short_text', accepted: [' '], caseSensitive: false } },
      'key.accepted',
      'Give at least one accepted answer',
    ],
    [
      { ...single, options: single.options.map((option) => ({ ...option, id: 'same' })) },
      'id',
      'Ids of questions and of their choices must differ',
    ],
    [{ ...single, points: 0 }, 'points', 'Must be at least 1'],
    [{ ...single, points: 1.5 }, 'points', 'Must be a whole number'],
    [{ ...single, text: 'x'.repeat(2001) }, 'text', 'At most 2000 characters'],
  ];
  for (const [question, field, message] of faulty) {
    const answer = await putQuiz<ProblemBody>(admin, module.id, {
      questions: [shortText, { ...question, id: 'other' }],
    });
    expect([answer.status, answer.body.code], message).toEqual([422, 'VALIDATION_FAILED']);
    expect(answer.body.errors).toContainEqual(
      expect.objectContaining({ path: `questions.1.${field}`, message }),
    );
  }
  const whole: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ questions: [] }, 'questions'],
    [
      { questions: Array.from({ length: 201 }, (_, id) => ({ ...single, id: `q${String(id)}` })) },
      'questions',
    ],
    [{ maxAttempts: 0 }, 'maxAttempts'],
    [{ maxAttempts: 101 }, 'maxAttempts'],
    [{ coolDownMinutes: -1 }, 'coolDownMinutes'],
    [{ coolDownMinutes: 43_201 }, 'coolDownMinutes'],
    [{ feedback: 'everything' }, 'feedback'],
    [{ revision: 1 }, 'revision'],
    [{ questions: [{ ...single, score: 1 }] }, 'questions.0.score'],
  ];
  for (const [fields, field] of whole) {
    const answer = await putQuiz<ProblemBody>(admin, module.id, fields);
    expect([answer.status, answer.body.errors?.[0]?.path], field).toEqual([422, field]);
  }
  expect((await admin.get<Quiz>(path(module.id))).body.revision).toBe(0);
  expect((await putQuiz<ProblemBody>(admin, 999_999)).status).toBe(404);
  expect((await admin.get(path(999_999))).status).toBe(404);
});

test('[VIEW-06] two hundred long questions are stored and read', async () => {
  const module = await quizModule();
  const questions = Array.from({ length: 200 }, (_, index) => ({
    ...single,
    id: `q${String(index)}`,
    text: `${String(index)} ${'ä'.repeat(1900)}`,
    explanation: 'ö'.repeat(2000),
  }));
  const written = await writeQuiz(admin, module.id, { questions });
  expect(written.questions).toHaveLength(200);
});

test('[VIEW-06] who writes an older quiz is told what stands there now, and of two first ones one is told', async () => {
  const module = await quizModule();
  const first = await Promise.all(
    Array.from({ length: 5 }, () => putQuiz<ProblemBody>(admin, module.id, {}, { 'if-match': '"0"' })),
  );
  expect(first.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  const mine = { questions: [shortText] };
  const stale = await putQuiz<ProblemBody & { current: Quiz; submitted: Quiz }>(admin, module.id, mine, {
    'if-match': '"0"',
  });
  expect([stale.status, stale.body.code]).toEqual([409, 'STALE']);
  expect(stale.body.current.questions).toHaveLength(5);
  expect(stale.body.submitted.questions).toHaveLength(1);
  const fits = await putQuiz<Quiz>(admin, module.id, mine, { 'if-match': '"1"' });
  expect([fits.status, fits.body.revision]).toEqual([200, 2]);
  expect((await putQuiz(admin, module.id, mine, { 'if-match': 'two' })).status).toBe(422);
});

test('[VIEW-06] a quiz is taken off a module, but not while the module is completed by it', async () => {
  const module = await quizModule();
  expect((await admin.del(path(module.id))).status).toBe(404);
  await writeQuiz(admin, module.id);
  const refused = await admin.del<ProblemBody>(path(module.id));
  expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
  await admin.patch(`/api/training-modules/${String(module.id)}`, { completionPolicy: 'signed' });
  const stale = await admin.del<ProblemBody>(path(module.id), undefined, { headers: { 'if-match': '"7"' } });
  expect([stale.status, stale.body.code]).toEqual([409, 'STALE']);
  expect((await admin.del(path(module.id))).status).toBe(200);
  expect((await admin.get<Quiz>(path(module.id))).body).toMatchObject({ questions: [], revision: 0 });
  expect((await admin.del('/api/training-modules/999999/quiz')).status).toBe(404);
});

test('[AUTH-13] [VIEW-06] only administrators read and write quizzes; a module that was never assigned goes with its quiz', async () => {
  const module = await quizModule();
  await writeQuiz(admin, module.id);
  const learner = await createUser(server.services);
  const manager = await createUser(server.services, { role: 'manager' });
  await assignTo(admin, learner.id, (await quizModule()).id);
  for (const person of [learner, manager]) {
    const client = await signIn(server.client(), person);
    expect((await client.get(path(module.id))).status).toBe(403);
    expect((await putQuiz(client, module.id)).status).toBe(403);
    expect((await client.del(path(module.id))).status).toBe(403);
  }
  expect((await server.client().get(path(module.id))).status).toBe(401);
  expect((await admin.del(`/api/training-modules/${String(module.id)}`)).status).toBe(200);
  expect(await countRows(server.services, sql`select 1 from quizzes where module_id = ${module.id}`)).toBe(0);
});

test('[AUD-01] every writing of a quiz is in the trail with what stood there before', async () => {
  const module = await quizModule();
  await writeQuiz(admin, module.id);
  await writeQuiz(admin, module.id, { maxAttempts: 2 });
  const { rows } = await sql<{ action: string; payload: string }>`
    select action, payload from audit.events
    where object_type = 'quizzes' and object_id = ${String(module.id)} order by id`.execute(
    server.services.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['quiz.saved', 'quiz.saved']);
  expect(JSON.parse(rows[1]?.payload ?? '')).toMatchObject({
    before: { max_attempts: null },
    after: { max_attempts: 2 },
  });
});
