import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeTraining } from '#shared/contract/assignment-schemas.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { homeContract } from '#shared/contract/home.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { moduleWith } from '#tests/harness/module-world.ts';
import { samplePng } from '#tests/harness/sample-files.ts';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import { assignTo, completeText, createTextModules, type Assignment } from '#tests/harness/training-world.ts';
import { signIn } from '#tests/harness/world.ts';

type Home = ResponseOf<typeof homeContract.own>;

let here: StartedLearner;
/** A training of the past, without a signature, whose module shows a file. */
let withFile: { readonly id: number; readonly sha256: string };

const home = async (): Promise<Home> => {
  const { status, body } = await here.client.get<Home>('/api/home');
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const signatureOf = async (id: number) => (await home()).trainings.find((row) => row.id === id)?.signature;

beforeAll(async () => {
  here = await startWithLearner();
  const { server, world, learner, client, today, db } = here;
  const modules = await createTextModules(server.services, 6);
  for (const [place, moduleId] of modules.entries()) {
    const { id } = await assignTo(world.admin, learner.id, moduleId, { dueDate: addDays(today, place - 2) });
    if (place > 3) await completeText(client, id, learner);
  }
  const module = await moduleWith(world.admin, [['picture.png', samplePng]], { title: 'With a picture' });
  const { id } = await assignTo(world.admin, learner.id, module.id);
  const path = `/api/training-assignments/${String(id)}/record-completion`;
  const recorded = await world.admin.post(path, { completedOn: today, reason: 'Done on paper' });
  if (recorded.status !== 200) throw new Error(JSON.stringify(recorded.body));
  const { rows } = await db.admin.query<{ sha256: string }>(
    'select sha256 from files order by id desc limit 1',
  );
  withFile = { id, sha256: rows[0]?.sha256 ?? '' };
});

afterAll(() => here.stop());

test('[PERF-03] [LRN-01] the home says what the calls say that other screens make', async () => {
  const { client } = here;
  const [answer, mine] = [
    await home(),
    await client.get<Assignment[]>('/api/assignments/user?limit=1000&sort=due'),
  ];
  const shown = mine.body.map((row) => {
    // Both stripped to what the home shows, and whether Start opens something is asked of what is open.
    const { canStart, ...module } = row.module;
    const open = row.completedAt === null;
    return homeTraining.parse({ ...row, module: { ...module, canStart: open && canStart } });
  });
  expect(answer.trainings).toEqual(JSON.parse(JSON.stringify(shown)));
  expect(answer.total).toBe(7);
  expect(answer.trainings.filter(({ signature }) => signature?.state === 'valid')).toHaveLength(2);
  expect(answer.stats).toEqual((await client.get('/api/dashboard/user-stats')).body);
  expect(answer.documents).toEqual((await client.get('/api/hr/own/open')).body);
  const { session, ...user } = answer.user;
  expect((await client.get('/api/auth/user')).body).toMatchObject(user);
  expect(session.idleMinutes).toBeGreaterThan(0);
});

test('[PERF-03] a home costs two statements: the session, and trainings with their evidence, the person and what else waits', async () => {
  // What a file was before is noted once; from then on nothing is written.
  await home();
  const sent = await statementsDuring(async () => {
    await home();
  });
  // The queue looks after itself at its own times.
  const own = sent.filter(({ text }) => !text.includes('pgboss')).map(({ text }) => text);
  expect(own.length, own.join('\n\n')).toBeLessThanOrEqual(2);
});

test('[PERF-03] [LRN-01] somebody without trainings has a home, too', async () => {
  const [, , third] = here.world.learners;
  if (!third) throw new Error('the world has three learners');
  const client = await signIn(here.server.client(), third);
  const { body } = await client.get<Home>('/api/home');
  expect(body).toMatchObject({ trainings: [], total: 0, stats: { totalAssignments: 0, dueSoon: null } });
});

test('[PERF-03] [SIG-04] what was judged before is judged anew when its record, signature, text, assignment or file has changed', async () => {
  const { db, learner } = here;
  const { admin } = db;
  const tamper = async (statement: string): Promise<void> => {
    const attacker = await admin.connect();
    try {
      await attacker.query('set session_replication_role = replica');
      const { rowCount } = await attacker.query(statement, [learner.id]);
      expect(rowCount, statement).toBeGreaterThan(0);
    } finally {
      await attacker.query('set session_replication_role = origin');
      attacker.release();
    }
  };
  const states = async () => [
    ...new Set((await home()).trainings.flatMap(({ signature }) => signature?.state ?? [])),
  ];
  const changes = [
    [
      'training_records',
      `module_title = module_title || 'x'`,
      `module_title = left(module_title, -1)`,
      'user_id = $1',
    ],
    [
      'training_records',
      `version_number = version_number + 1`,
      `version_number = version_number - 1`,
      'user_id = $1',
    ],
    [
      'training_assignments',
      `score = coalesce(score, 0) + 1`,
      `score = nullif(score - 1, 0)`,
      'user_id = $1 and completed_at is not null',
    ],
    [
      'signatures',
      `record_id = record_id + 1000000`,
      `record_id = record_id - 1000000`,
      `signer_id = $1 and record_type = 'training_records'`,
    ],
    [
      'signatures',
      `signature_mac = reverse(signature_mac)`,
      `signature_mac = reverse(signature_mac)`,
      'signer_id = $1 and training_record_id is not null',
    ],
    [
      'signatures',
      `printed_name = printed_name || 'x'`,
      `printed_name = left(printed_name, -1)`,
      'signer_id = $1 and training_record_id is not null',
    ],
    [
      'module_versions',
      `content_url = 'https://elsewhere.example.org'`,
      `content_url = null`,
      'id in (select module_version_id from training_records where user_id = $1)',
    ],
  ] as const;
  const intact = await states();
  expect(intact.toSorted()).toEqual(['not_signed', 'valid']);
  for (const [table, change, back, where] of changes) {
    await tamper(`update ${table} set ${change} where ${where}`);
    expect(await states(), table).not.toContain('valid');
    await tamper(`update ${table} set ${back} where ${where}`);
    expect(await states(), table).toEqual(intact);
  }
  // Last, for what is gone does not come back.
  const { filesDir } = here.server.services.config;
  expect((await signatureOf(withFile.id))?.state).toBe('not_signed');
  await rm(path.join(filesDir, withFile.sha256.slice(0, 2), withFile.sha256.slice(2, 4), withFile.sha256));
  expect(await signatureOf(withFile.id)).toMatchObject({ state: 'not_valid' });
});
