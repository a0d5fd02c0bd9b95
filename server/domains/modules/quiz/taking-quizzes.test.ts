import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createModuleBy, load, type ProblemBody } from '#tests/harness/module-world.ts';
import {
  answersTo,
  attempt,
  begin,
  beginQuiz,
  fiveQuestions,
  submitAttempt,
  readAttempt,
  readState,
  saveDraft,
  writeQuiz,
} from '#tests/harness/quiz-world.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import {
  assignTo,
  countRows,
  putStatus,
  readText,
  sign,
  type Assignment,
} from '#tests/harness/training-world.ts';
import { signIn, type FixtureUser } from '#tests/harness/world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';

let db: StartedLearner['db'];
let server: StartedLearner['server'];
let world: StartedLearner['world'];
let learner: StartedLearner['learner'];
let client: StartedLearner['client'];
let stop: StartedLearner['stop'];
let colleague: FixtureUser;

beforeAll(async () => {
  ({ db, server, world, learner, client, stop } = await startWithLearner());
  const [, second] = world.learners;
  if (!second) throw new Error('the world has learners');
  colleague = second;
});
afterAll(() => stop());

const begun = (quiz: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) =>
  beginQuiz(world.admin, { id: learner.id, client }, quiz, fields);

const mine = async (id: number): Promise<Assignment> =>
  (await client.get<Assignment>(`/api/training-assignments/${String(id)}`)).body;

/** The questions that are worth 40 of 100 together. */
const two = ['What comes first', 'Which of these'];

test('[VIEW-06] [SIG-02] [LRN-05] failed, passed and signed: each attempt is kept, and the score stands in record and certificate', async () => {
  const { id, module } = await begun({ maxAttempts: 3 });
  const early = await sign<ProblemBody>(client, id, learner);
  expect([early.status, early.body.code]).toEqual([409, 'ILLEGAL_STEP']);
  const before = await readState(client, id);
  expect(before.body).toMatchObject({
    questions: 5,
    points: 10,
    passingScore: 80,
    attemptsLeft: 3,
    mayBegin: true,
    passed: false,
    open: null,
    attempts: [],
  });
  const failed = await attempt(client, id, two);
  expect(failed).toMatchObject({
    number: 1,
    score: 60,
    passed: false,
    points: 6,
    possible: 10,
    right: 3,
    total: 5,
  });
  expect(await mine(id)).toMatchObject({ score: 60, status: 'in_progress', progress: 0 });
  expect((await sign(client, id, learner)).status).toBe(409);
  const worse = await attempt(client, id, [...two, 'An entry']);
  expect(worse).toMatchObject({ number: 2, score: 40 });
  expect(await mine(id)).toMatchObject({ score: 60, readyToSign: false });
  const passed = await attempt(client, id, ['Who approves']);
  expect(passed).toMatchObject({ number: 3, score: 80, passed: true });
  expect(await mine(id)).toMatchObject({ score: 80, progress: 99, readyToSign: true });
  const after = await readState(client, id);
  expect(after.body).toMatchObject({ passed: true, mayBegin: false, reason: 'passed', attemptsLeft: 0 });
  expect(after.body.attempts.map(({ number, score }) => [number, score])).toEqual([
    [3, 80],
    [2, 40],
    [1, 60],
  ]);
  expect((await begin<ProblemBody>(client, id)).body.code).toBe('QUIZ_PASSED');

  const done = await sign(client, id, learner);
  expect(done.body).toMatchObject({ status: 'completed', score: 80, signature: { valid: true } });
  const paper = await client.fetch('GET', done.body.certificateUrl ?? '');
  const printed = await readPdf(Buffer.from(await paper.arrayBuffer()));
  expect(JSON.stringify(printed)).toContain('80%');
  const { rows } = await sql`
    select score, passing_score from training_records where assignment_id = ${id}`.execute(
    server.services.db,
  );
  expect(rows).toEqual([{ score: 80, passingScore: 80 }]);

  // A changed question or passing score changes nothing of what was attempted and signed.
  await writeQuiz(world.admin, module.id, {
    questions: fiveQuestions.map((question) => ({ ...question, text: `New: ${question.text}` })),
  });
  await world.admin.patch(`/api/training-modules/${String(module.id)}`, { passingScore: 95 });
  const kept = await readAttempt(client, id, 3);
  expect(kept.body).toMatchObject({ score: 80, passed: true, passingScore: 80 });
  expect(kept.body.questions.map(({ text }) => text).toSorted()).toEqual(
    fiveQuestions.map(({ text }) => text).toSorted(),
  );
  expect(await mine(id)).toMatchObject({ score: 80, signature: { valid: true } });
  expect((await verifyAll(server.services)).findings).toEqual([]);
});

test('[VIEW-06] the passing score of a signed record is that of the attempt, though it was raised before signing', async () => {
  const { id, module } = await begun();
  await attempt(client, id, ['Who approves']);
  await world.admin.patch(`/api/training-modules/${String(module.id)}`, { passingScore: 100 });
  expect((await sign(client, id, learner)).status).toBe(200);
  const { rows } = await sql`
    select score, passing_score from training_records where assignment_id = ${id}`.execute(
    server.services.db,
  );
  expect(rows).toEqual([{ score: 80, passingScore: 80 }]);
});

test('[VIEW-06] where only the score is told, no question is', async () => {
  const { id } = await begun({ feedback: 'score', maxAttempts: 1 });
  const failed = await attempt(client, id, two);
  expect(failed).toMatchObject({ score: 60, right: 3, total: 5, questions: [], showsQuestions: false });
  expect((await readAttempt(client, id, 1)).body).toEqual(failed);
});

test('[VIEW-06] the next attempt waits for the cool-down, by the clock of the database', async () => {
  const { id } = await begun({ coolDownMinutes: 30, maxAttempts: 2 });
  await attempt(client, id, two);
  const cooling = await begin<ProblemBody & { until: string }>(client, id);
  expect([cooling.status, cooling.body.code]).toEqual([409, 'COOLING_DOWN']);
  const state = (await readState(client, id)).body;
  expect(state).toMatchObject({
    mayBegin: false,
    reason: 'cooling_down',
    until: cooling.body.until,
    attemptsLeft: 1,
  });
  const wait = Date.parse(state.until ?? '') - Date.parse(state.now);
  expect(wait).toBeGreaterThan(29 * 60_000);
  expect(wait).toBeLessThanOrEqual(30 * 60_000);
  // The card knows it too.
  expect((await mine(id)).quiz).toEqual({
    passed: false,
    attemptsLeft: 1,
    attempted: 1,
    nextAttemptAt: state.until,
  });
  await db.moveClock({ minutes: 31 });
  try {
    expect((await readState(client, id)).body).toMatchObject({ mayBegin: true, reason: null });
    await attempt(client, id, two);
    const over = await begin<ProblemBody>(client, id);
    expect([over.status, over.body.code]).toEqual([409, 'NO_ATTEMPTS_LEFT']);
    expect((await mine(id)).quiz).toMatchObject({ attemptsLeft: 0, nextAttemptAt: null });
  } finally {
    await db.moveClock({});
  }
});

test('[VIEW-06] an attempt goes on where it stopped, on any device: same paper, answers as last saved', async () => {
  const { id } = await begun();
  const first = (await begin(client, id)).body.open;
  const answers = answersTo(first?.questions ?? []).slice(0, 2);
  const saved = await saveDraft(client, id, 1, answers);
  expect(saved.status).toBe(200);
  const phone = await signIn(server.client(), learner);
  const there = (await begin(phone, id)).body.open;
  expect(there).toMatchObject({
    number: 1,
    questions: first?.questions,
    answers,
    savedAt: saved.body.savedAt,
  });
  expect((await saveDraft(phone, id, 1, [])).status).toBe(200);
  expect((await readState(client, id)).body.open?.answers).toEqual([]);
  expect((await submitAttempt(phone, id, 1, [])).body).toMatchObject({ score: 0, passed: false, number: 1 });
  const late = await saveDraft<ProblemBody>(client, id, 1, answers);
  expect([late.status, late.body.code]).toEqual([409, 'ATTEMPT_HANDED_IN']);
  expect(
    await countRows(
      server.services,
      sql`select 1 from quiz_drafts d join quiz_attempts q on q.id = d.attempt_id
    where q.assignment_id = ${id}`,
    ),
  ).toBe(0);
});

test('[VIEW-06] papers come in different orders, each whole', async () => {
  const { id } = await begun({ shuffleQuestions: true });
  const orders = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    const { open } = (await begin(client, id)).body;
    orders.add((open?.questions ?? []).map(({ text }) => text).join('|'));
    expect((open?.questions ?? []).map(({ text }) => text).toSorted()).toEqual(
      fiveQuestions.map(({ text }) => text).toSorted(),
    );
    await submitAttempt(client, id, open?.number ?? 0, []);
  }
  expect(orders.size).toBeGreaterThan(1);
});

test('[VIEW-06] F13: twenty begin at once and make one attempt; twenty hand in at once and get one result', async () => {
  const { id } = await begun({ maxAttempts: 1 });
  const opened = await Promise.all(Array.from({ length: 20 }, () => begin(client, id)));
  expect(new Set(opened.map(({ status, body }) => `${String(status)} ${String(body.open?.number)}`))).toEqual(
    new Set(['200 1']),
  );
  const answers = answersTo(opened[0]?.body.open?.questions ?? [], ['Who approves']);
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => submitAttempt(client, id, 1, index % 2 === 0 ? answers : [])),
  );
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 200));
  expect(new Set(results.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await countRows(server.services, sql`select 1 from quiz_attempts where assignment_id = ${id}`)).toBe(
    1,
  );
  expect((await mine(id)).score).toBe(results[0]?.body.score);
});

test('[VIEW-06] the limit holds over two tabs, and over many begins at its edge', async () => {
  const { id } = await begun({ maxAttempts: 2 });
  const tab = await signIn(server.client(), learner);
  await attempt(client, id, two);
  const [here, there] = await Promise.all([begin(client, id), begin(tab, id)]);
  expect([here.body.open?.number, there.body.open?.number]).toEqual([2, 2]);
  const answers = answersTo(here.body.open?.questions ?? [], two);
  const both = await Promise.all([submitAttempt(client, id, 2, answers), submitAttempt(tab, id, 2, [])]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.body).toEqual(both[1]?.body);
  const more = await Promise.all(
    Array.from({ length: 10 }, (_, index) => begin<ProblemBody>(index % 2 ? client : tab, id)),
  );
  expect(new Set(more.map(({ status, body }) => `${String(status)} ${body.code}`))).toEqual(
    new Set(['409 NO_ATTEMPTS_LEFT']),
  );
  expect((await submitAttempt(client, id, 3, [])).status).toBe(404);
});

test('[AUTH-13] [LRN-07] [VIEW-06] only the person of a running assignment attempts its quiz', async () => {
  const { id } = await begun();
  await begin(client, id);
  const other = await signIn(server.client(), colleague);
  for (const foreign of [other, world.admin]) {
    expect((await readState(foreign, id)).status).toBe(404);
    expect((await begin(foreign, id)).status).toBe(404);
    expect((await saveDraft(foreign, id, 1, [])).status).toBe(404);
    expect((await submitAttempt(foreign, id, 1, [])).status).toBe(404);
    expect((await readAttempt(foreign, id, 1)).status).toBe(404);
  }
  expect((await begin(server.client(), id)).status).toBe(401);
  const open = await readAttempt<ProblemBody>(client, id, 1);
  expect([open.status, open.body.code]).toEqual([409, 'ILLEGAL_STEP']);
  expect((await readAttempt(client, id, 2)).status).toBe(404);
  for (const [answers, field] of [
    [[{ questionId: 'gone', answer: null }], 'answers.0.questionId'],
    [[{ questionId: 'gone' }], 'answers.0.answer'],
    ['all', 'answers'],
  ] as const) {
    const refused = await submitAttempt<ProblemBody>(client, id, 1, answers);
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, field]);
  }

  const waiting = await createModuleBy(world.admin, { contentType: 'quiz', title: 'Later' });
  await writeQuiz(world.admin, waiting.id);
  const later = await assignTo(world.admin, learner.id, waiting.id);
  expect((await readState(client, later.id)).body).toMatchObject({
    mayBegin: false,
    reason: 'not_in_progress',
  });
  expect((await begin<ProblemBody>(client, later.id)).body.code).toBe('ILLEGAL_STEP');
  await world.admin.del('/api/training-assignments/bulk', { assignmentIds: [id] });
  expect((await begin(client, id)).status).toBe(404);
  const plain = await createModuleBy(world.admin, { contentType: 'text', content: 'A text to read first.' });
  const reading = await assignTo(world.admin, learner.id, plain.id);
  expect((await readState(client, reading.id)).status).toBe(404);
  expect((await begin(client, reading.id)).status).toBe(404);
});

test('[VIEW-04] [VIEW-06] a signed module with a quiz needs its content seen and its quiz passed; a self-attested one neither', async () => {
  const text = {
    contentType: 'text',
    content: 'What everybody has to know about events.',
    passingScore: null,
  };
  const signed = await begun({}, { ...text, completionPolicy: 'signed' });
  await attempt(client, signed.id);
  expect((await sign<ProblemBody>(client, signed.id, learner)).body.code).toBe('CONTENT_NOT_SEEN');
  await readText(client, signed.id);
  expect((await sign(client, signed.id, learner)).status).toBe(200);

  const read = await begun({}, { ...text, passingScore: 90, completionPolicy: 'signed' });
  await readText(client, read.id);
  await attempt(client, read.id, two);
  expect((await sign<ProblemBody>(client, read.id, learner)).body.code).toBe('ILLEGAL_STEP');

  const attested = await begun({}, { ...text, completionPolicy: 'self_attest' });
  expect((await putStatus(client, attested.id, { status: 'completed' })).status).toBe(200);

  // Nothing but a quiz: passing it is all that there is to see.
  const bare = await begun({}, { completionPolicy: 'signed' });
  expect((await sign<ProblemBody>(client, bare.id, learner)).body.code).toBe('CONTENT_NOT_SEEN');
  await attempt(client, bare.id);
  expect((await sign(client, bare.id, learner)).status).toBe(200);
});

test('[MOD-11] [VIEW-06] a new version asks again; an open attempt stays with the version that it was begun on', async () => {
  const { id, module } = await begun(
    { maxAttempts: 1 },
    { contentType: 'text', content: 'The first version of a text.' },
  );
  await attempt(client, id);
  const second = await load(world.admin, module.id, [], { contentData: 'The second version of a text.' });
  expect(second.status).toBe(200);
  expect((await mine(id)).score).toBeNull();
  expect((await sign(client, id, learner)).status).toBe(409);
  const state = (await readState(client, id)).body;
  expect(state).toMatchObject({ passed: false, mayBegin: true, attemptsLeft: 1, outdated: 1 });
  expect(state.attempts).toMatchObject([{ number: 1, passed: true, counts: false, versionNumber: 1 }]);
  const { open, outdated } = (await begin(client, id)).body;
  expect(outdated).toBeNull();
  await load(world.admin, module.id, [], { contentData: 'The third version of a text.' });
  expect((await readState(client, id)).body).toMatchObject({ mayBegin: true, open: null, outdated: 2 });
  const stale = await submitAttempt(client, id, 2, answersTo(open?.questions ?? []));
  expect(stale.body).toMatchObject({ passed: true, counts: false, versionNumber: 2 });
  expect((await readState(client, id)).body).toMatchObject({
    passed: false,
    mayBegin: true,
    attemptsLeft: 1,
    outdated: 2,
    attempts: [
      { number: 2, passed: true, counts: false, versionNumber: 2 },
      { number: 1, counts: false },
    ],
  });
});

test('[MOD-11] [VIEW-06] a paper of the first version never completes the second, whichever is handed in first', async () => {
  const text = { contentType: 'text', content: 'The first version of a text.', completionPolicy: 'quiz' };
  const { id, module } = await begun({ maxAttempts: 1 }, text);
  const { open } = (await begin(client, id)).body;
  await load(world.admin, module.id, [], { contentData: 'The second version of a text.' });
  // The open attempt stands in nobody's way.
  const anew = (await begin(client, id)).body.open;
  expect(anew?.number).toBe(2);
  const stale = await submitAttempt(client, id, 1, answersTo(open?.questions ?? []));
  expect(stale.body).toMatchObject({ score: 100, passed: true, counts: false, versionNumber: 1 });
  expect(await mine(id)).toMatchObject({ score: null, progress: 0 });
  expect((await sign<ProblemBody>(client, id, learner)).body.code).toBe('ILLEGAL_STEP');
  await expect(
    db.admin.query(`update quiz_attempts set module_version_id = (select module_version_id from quiz_attempts
      where assignment_id = ${String(id)} and number = 1) where assignment_id = ${String(id)} and number = 2`),
  ).rejects.toMatchObject({ code: 'TT003' });
  expect((await submitAttempt(client, id, 2, answersTo(anew?.questions ?? []))).body).toMatchObject({
    passed: true,
    counts: true,
    versionNumber: 2,
  });
  expect((await sign(client, id, learner)).body).toMatchObject({ status: 'completed', score: 100 });
});

test('[AUD-02] [VIEW-06] nobody changes an attempt that was handed in, or a paper, not even the owner of the table', async () => {
  const { id } = await begun();
  await attempt(client, id, two);
  await begin(client, id);
  for (const change of [
    `update quiz_attempts set score = 100, passed = true where assignment_id = ${String(id)} and number = 1`,
    `delete from quiz_attempts where assignment_id = ${String(id)} and number = 1`,
    `delete from quiz_attempts where assignment_id = ${String(id)} and number = 2`,
    `update quiz_attempts set paper = '[]' where assignment_id = ${String(id)} and number = 2`,
    `update quiz_attempts set number = 7 where assignment_id = ${String(id)} and number = 2`,
  ])
    await expect(db.admin.query(change), change).rejects.toMatchObject({ code: 'TT003' });
  // Past the triggers: the trail tells.
  await db.admin.query(`set session_replication_role = replica;
    update quiz_attempts set score = 100, passed = true where assignment_id = ${String(id)} and number = 1;
    set session_replication_role = origin`);
  const { findings } = await verifyAll(server.services);
  expect(JSON.stringify(findings)).toContain('quiz_attempts');
});
