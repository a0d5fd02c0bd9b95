import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { load, moduleWith, type Module } from '#tests/harness/module-world.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  meaning,
  putStatus,
  readText,
  readyToSign,
  sign,
  type Assignment,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { asFixture, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { renderMail } from '#server/platform/mail/render.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 4, { role: 'manager' });
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const learner = (index: number): FixtureUser => {
  const found = world.learners[index];
  if (!found) throw new Error('the world has no such learner');
  return found;
};

const assignmentPath = (id: number) => `/api/training-assignments/${String(id)}`;
const stateOf = async (id: number) => (await world.admin.get<Assignment>(assignmentPath(id))).body;

interface Told {
  readonly toAddress: string;
  readonly language: 'en' | 'es' | 'fr' | 'de';
  readonly template: string;
  readonly payload: unknown;
}

async function mailsAbout(moduleId: number): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`
    select to_address, language, template, payload from mail_outbox
    where cause = ${`module.published training_modules ${String(moduleId)}`} order by id
  `.execute(db.db);
  return rows;
}

async function messagesAbout(moduleId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from notifications where type = 'new_version' and related_id = ${String(moduleId)} order by user_id
  `.execute(db.db);
  return rows.map((row) => row.userId);
}

const oneTextModule = async (): Promise<number> => {
  const [id] = await createTextModules(server.services, 1);
  if (id === undefined) throw new Error('no module was made');
  return id;
};

const publish = async (moduleId: number): Promise<Module> => {
  const text = 'The procedure has changed: everybody reads what is new in this version.';
  const answer = await load(world.admin, moduleId, [], { contentData: text });
  expect(answer.status).toBe(200);
  return answer.body;
};

test('[MOD-11] new content at once: who is in progress starts the new version and is told, the others only go on with it', async () => {
  const moduleId = await oneTextModule();
  const [begun, untouched, done, unmailed] = [learner(0), learner(1), learner(2), learner(3)];
  const assigned = await Promise.all(
    [begun, untouched, done, unmailed].map((person) => assignTo(world.admin, person.id, moduleId)),
  );
  const [begunId = 0, untouchedId = 0, doneId = 0, unmailedId = 0] = assigned.map(({ id }) => id);
  const reader = await readyToSign(server, begun);
  await reader.patch('/api/users/settings', { language: 'de' });
  await readText(reader, begunId);
  await completeText(await readyToSign(server, done), doneId, done);
  const quiet = await signIn(server.client(), unmailed);
  await quiet.patch('/api/users/settings', { emailNotifications: false });
  await readText(quiet, unmailedId);
  const dueDate = (await stateOf(begunId)).dueDate;
  const completedBefore = await stateOf(doneId);

  const version = await publish(moduleId);
  expect(version.versionNumber).toBe(2);
  const versions = await sql<{ id: number; moduleVersionId: number; status: string; progress: number }>`
    select id, module_version_id, status, progress from training_assignments where module_id = ${moduleId} order by id
  `.execute(db.db);
  const first = version.versions.find(({ number }) => number === 1)?.id;
  expect(versions.rows).toEqual(
    [
      { id: begunId, moduleVersionId: version.versionId, status: 'in_progress', progress: 0 },
      { id: untouchedId, moduleVersionId: version.versionId, status: 'not_started', progress: 0 },
      { id: doneId, moduleVersionId: first, status: 'completed', progress: 100 },
      { id: unmailedId, moduleVersionId: version.versionId, status: 'in_progress', progress: 0 },
    ].toSorted((a, b) => a.id - b.id),
  );
  // What was completed stays; only the version that is effective now is another one.
  expect(await stateOf(doneId)).toEqual({ ...completedBefore, effectiveVersion: 2 });
  expect((await stateOf(begunId)).dueDate).toBe(dueDate);

  expect(await mailsAbout(moduleId)).toEqual([
    {
      toAddress: begun.email,
      language: 'de',
      template: 'assignments.newVersion',
      payload: { moduleId, title: version.title, versionNumber: 2 },
    },
  ]);
  expect(await messagesAbout(moduleId)).toEqual([begun.id, unmailed.id].toSorted());

  // What was read before does not count: it was another text.
  expect((await sign(reader, begunId, begun)).status).toBe(409);
  const finished = await completeText(reader, begunId, begun);
  expect(finished.status).toBe('completed');
  const records = await sql<{ versionNumber: number }>`
    select version_number from training_records where module_id = ${moduleId} order by id
  `.execute(db.db);
  expect(records.rows).toEqual([{ versionNumber: 1 }, { versionNumber: 2 }]);
});

test('[MOD-11] [VIEW-03] pages seen of a file that both versions have are seen anew', async () => {
  const module = await moduleWith(world.admin, [['sop.pdf', await makePdf(2, { title: 'SOP' })]]);
  const person = learner(1);
  const { id } = await assignTo(world.admin, person.id, module.id);
  const client = await signIn(server.client(), person);
  const opened = await client.post<{ viewSessionId: string }>(`${assignmentPath(id)}/view-session`);
  await sql`update viewer_sessions set started_at = started_at - interval '1 minute' where assignment_id = ${id}`.execute(
    db.db,
  );
  for (const { url } of module.files) await (await client.fetch('GET', url)).arrayBuffer();
  const { viewSessionId } = opened.body;
  const seen = await client.post(`${assignmentPath(id)}/progress`, { viewSessionId, pages: [1, 2] });
  expect(seen.body).toMatchObject({ progress: 99, contentSeen: true });
  const annex = await load(world.admin, module.id, [['annex.txt', 'What is new.']]);
  expect(annex.body.versionNumber).toBe(2);
  expect((await client.post(`${assignmentPath(id)}/progress`, { viewSessionId, pages: [1] })).status).toBe(
    422,
  );
  const again = await client.post(`${assignmentPath(id)}/view-session`);
  expect(again.body).toMatchObject({ versionNumber: 2, progress: 0, contentSeen: false });
});

test('[MOD-11] a version announced for a later day: who has begun finishes the old one, untold; who has not gets the new one', async () => {
  const moduleId = await oneTextModule();
  const [begun, untouched] = [learner(2), learner(3)];
  const begunId = (await assignTo(world.admin, begun.id, moduleId)).id;
  const untouchedId = (await assignTo(world.admin, untouched.id, moduleId)).id;
  const reader = await readyToSign(server, begun);
  await readText(reader, begunId);
  await asFixture(server.services, async (tx) => {
    const { rows } = await sql<{ id: number; previous: number }>`
      with version as (
        insert into module_versions (module_id, number, status, content, content_hash, published_at, effective_from)
        values (${moduleId}, 2, 'published', 'A text that was announced a week ago.', repeat('ab', 32),
          app_now() - interval '7 days', app_now())
        returning id
      )
      select version.id, t.current_version_id as previous from version, training_modules t where t.id = ${moduleId}
    `.execute(tx.db);
    const [made] = rows;
    if (!made) throw new Error('no version was made');
    await sql`update training_modules set current_version_id = ${made.id} where id = ${moduleId}`.execute(
      tx.db,
    );
    tx.emit({
      type: 'module.published',
      moduleId,
      versionId: made.id,
      versionNumber: 2,
      previousVersionId: made.previous,
      retraining: 'none',
    });
  });
  expect((await sign(reader, begunId, begun)).status).toBe(200);
  const other = await readyToSign(server, untouched);
  expect((await putStatus(other, untouchedId, { status: 'in_progress' })).status).toBe(200);
  await completeText(other, untouchedId, untouched);
  const records = await sql<{ assignmentId: number; versionNumber: number }>`
    select assignment_id, version_number from training_records where module_id = ${moduleId} order by assignment_id
  `.execute(db.db);
  expect(records.rows).toEqual([
    { assignmentId: begunId, versionNumber: 1 },
    { assignmentId: untouchedId, versionNumber: 2 },
  ]);
  expect([await mailsAbout(moduleId), await messagesAbout(moduleId)]).toEqual([[], []]);
});

test('[MOD-11] the mail says in each language which training has which new version, and leads to it', () => {
  const template = server.services.mailTemplates.get('assignments.newVersion');
  if (!template) throw new Error('the mail is not in the table of mails');
  const payload = { moduleId: 7, title: 'SOP <1>', versionNumber: 3 };
  const publicUrl = new URL('https://training.example.org');
  const rendered = (['en', 'es', 'fr', 'de'] as const).map((language) =>
    renderMail(template.render(language, payload as never), {
      category: template.category,
      language,
      publicUrl,
    }),
  );
  expect(new Set(rendered.map(({ subject }) => subject)).size).toBe(4);
  for (const { subject, text, html } of rendered) {
    expect(subject).toContain('SOP <1>');
    expect(text).toMatch(/SOP <1>.*3\./s);
    expect(text).toContain('https://training.example.org/training-module/7');
    expect(html).not.toContain('<1>');
  }
});

test('[MOD-11] [SIG-02] what was confirmed of one version completes no other: a version that took effect meanwhile is a conflict', async () => {
  for (const [index, completionPolicy] of (['self_attest', 'signed'] as const).entries()) {
    const person = learner(index);
    const client = await readyToSign(server, person);
    const [moduleId = 0] = await createTextModules(server.services, 1, { completionPolicy });
    const { id } = await assignTo(world.admin, person.id, moduleId);
    await readText(client, id);
    await load(world.admin, moduleId, [], { contentData: 'The text of the second version, unread so far.' });
    const complete = (versionNumber: number) =>
      completionPolicy === 'signed'
        ? putStatus<{ code: string; versionNumber: number }>(client, id, {
            status: 'completed',
            versionNumber,
            signature: { password: person.password, meaning },
          })
        : putStatus<{ code: string; versionNumber: number }>(client, id, {
            status: 'completed',
            versionNumber,
          });
    const early = await complete(1);
    expect(early.status).toBe(409);
    expect(early.body).toMatchObject({ code: 'CONFLICT', versionNumber: 2 });
    expect(await stateOf(id)).toMatchObject({ status: 'in_progress' });
    await readText(client, id);
    expect((await complete(2)).status).toBe(200);
  }
});

test('[MOD-11] [SIG-02] self-attested without naming a version: only what was opened since the new version took effect', async () => {
  const client = await readyToSign(server, learner(2));
  const [moduleId = 0] = await createTextModules(server.services, 1, { completionPolicy: 'self_attest' });
  const { id } = await assignTo(world.admin, learner(2).id, moduleId);
  const step = (status: string) =>
    putStatus<{ code: string; detail: string; versionNumber: number; status: string }>(client, id, {
      status,
    });
  expect((await step('in_progress')).status).toBe(200);
  await load(world.admin, moduleId, [], { contentData: 'The second version, which nobody has opened yet.' });
  const blind = await step('completed');
  expect(blind).toMatchObject({ status: 409, body: { code: 'CONFLICT', versionNumber: 2 } });
  expect(blind.body.detail).toContain('Open it again');
  expect(await stateOf(id)).toMatchObject({ status: 'in_progress' });
  const session = await client.post(`/api/training-assignments/${String(id)}/view-session`);
  expect(session.status).toBeLessThan(300);
  expect((await step('completed')).body).toMatchObject({ status: 'completed' });
  const records = await sql<{ versionNumber: number }>`
    select version_number from training_records where assignment_id = ${id}
  `.execute(server.services.db);
  expect(records.rows).toEqual([{ versionNumber: 2 }]);
});
