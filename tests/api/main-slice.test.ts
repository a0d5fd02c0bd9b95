import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { moduleWith } from '#tests/harness/module-world.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  createTrainingWorld,
  meaning,
  putStatus,
  readyToSign,
  sign,
  type Assignment,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

interface Preview {
  readonly effectHash: string;
  readonly assignments: number;
  readonly people: number;
  readonly effect: { readonly people: readonly { readonly id: string }[] } | null;
}

test('[MOD-06] [MTX-03] [MTX-05] [LRN-02] [LRN-07] [VIEW-03] [VIEW-04] [SIG-02] [LRN-05] [RPT-01] [RPT-02] from a PDF to a signed certificate in the report', async () => {
  const { admin, department, learners } = world;
  const [learner, colleague] = learners;
  if (!learner || !colleague) throw new Error('the world has learners');

  // The administrator puts a real PDF into a module, the module into a matrix, the matrix to people.
  const module = await moduleWith(admin, [['protocol.pdf', await makePdf(3)]], {
    title: 'CP-01 Study protocol',
  });
  const matrix = await admin.post<{ matrixId: number; usersNeedingAssignment: readonly { id: string }[] }>(
    '/api/training-modules/assign-to-matrix',
    { moduleIds: [module.id], matrixName: 'Study team', departmentId: department.id, renewalPeriod: 24 },
  );
  expect(matrix.status).toBe(200);
  expect(matrix.body.usersNeedingAssignment.map((person) => person.id).toSorted()).toEqual(
    learners.map((person) => person.id).toSorted(),
  );
  const wanted = { matrixName: 'study team', specificUserIds: [learner.id, colleague.id] };
  const preview = await admin.post<Preview>('/api/training-matrix/assign', { ...wanted, preview: true });
  expect(preview.status).toBe(200);
  expect(preview.body).toMatchObject({ assignments: 2, people: 2 });
  expect(preview.body.effect?.people.map((person) => person.id).toSorted()).toEqual(
    [learner.id, colleague.id].toSorted(),
  );
  const assigned = await admin.post<Preview>('/api/training-matrix/assign', {
    ...wanted,
    effectHash: preview.body.effectHash,
  });
  expect(assigned.status, JSON.stringify(assigned.body)).toBe(200);
  expect(assigned.body).toMatchObject({ assignments: 2, people: 2, effectHash: preview.body.effectHash });

  // The learner starts, reads, and signs.
  const reader = await readyToSign(server, learner);
  const mine = await reader.get<Assignment[]>('/api/assignments/user');
  expect(mine.status, JSON.stringify(mine.body)).toBe(200);
  const [assignment] = mine.body;
  if (!assignment) throw new Error('nothing is assigned');
  expect(assignment).toMatchObject({
    status: 'not_started',
    moduleId: module.id,
    module: { title: 'CP-01 Study protocol', hasContent: true, canStart: true },
    certificateUrl: null,
    files: [{ pages: 3, seenPages: 0 }],
  });
  expect((await putStatus(reader, assignment.id, { status: 'in_progress' })).body.status).toBe('in_progress');
  const file = await reader.fetch('GET', assignment.files[0]?.url ?? '');
  expect(file.status).toBe(200);
  expect(file.headers.get('content-type')).toBe('application/pdf');

  const at = (part: string) => `/api/training-assignments/${String(assignment.id)}/${part}`;
  const opened = await reader.post<{ viewSessionId: string; contentSeen: boolean }>(at('view-session'));
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  // Fetched before this session was issued: nothing of it counts.
  await db.moveClock({ milliseconds: 30_000 });
  const unfetched = { viewSessionId: opened.body.viewSessionId, pages: [1, 2, 3] };
  expect((await reader.post<object>(at('progress'), unfetched)).body).toMatchObject({ contentSeen: false });
  const { viewSessionId } = (await reader.post<{ viewSessionId: string }>(at('view-session'))).body;
  await (await reader.fetch('GET', assignment.files[0]?.url ?? '')).arrayBuffer();
  // Not read yet: no claim makes it signable.
  await reader.post(at('progress'), { progress: 100 });
  await reader.post(at('progress'), { viewSessionId, pages: [1, 2, 3] });
  const early = await sign<{ code: string }>(reader, assignment.id, learner);
  expect([early.status, early.body.code]).toEqual([409, 'CONTENT_NOT_SEEN']);
  await db.moveClock({ minutes: 1 });
  const read = await reader.post<{ contentSeen: boolean }>(at('progress'), {
    viewSessionId,
    pages: [1, 2, 3],
  });
  expect(read.body).toMatchObject({ contentSeen: true, progress: 99 });

  const unsigned = await reader.get<Assignment>(`/api/training-assignments/${assignment.id}`);
  expect(unsigned.body).toMatchObject({ progress: 99, readyToSign: true });

  const done = await sign(reader, assignment.id, learner);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect(done.body).toMatchObject({
    status: 'completed',
    progress: 100,
    signature: { valid: true, meaning, printedName: `${learner.firstName} ${learner.lastName}` },
  });
  expect(done.body.nextRenewalDate).not.toBeNull();

  // The certificate: a PDF for its owner, and a page for everybody who has the code.
  const certificateUrl = done.body.certificateUrl ?? '';
  const pdf = await reader.get<Buffer>(certificateUrl);
  expect(pdf.status).toBe(200);
  expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
  const certificates = await reader.get<{ verifyUrl: string; number: string }[]>('/api/certificates');
  expect(certificates.body).toHaveLength(1);
  const code = certificates.body[0]?.verifyUrl.split('/').at(-1) ?? '';
  const verified = await server.client().get<{ status: string }>(`/api/verify/${code}`);
  expect(verified.body).toMatchObject({
    status: 'valid',
    name: `${learner.firstName} ${learner.lastName}`,
    moduleTitle: 'CP-01 Study protocol',
  });

  // The administrator sees it in the report and takes it away as CSV.
  const report = await admin.get<{
    userDetails: readonly { userId: string; assignments: readonly unknown[] }[];
  }>('/api/reports/completion?include=assignments');
  expect(report.status).toBe(200);
  const line = report.body.userDetails.find((person) => person.userId === learner.id);
  expect(line?.assignments).toMatchObject([{ status: 'completed', evidence: { valid: true } }]);
  const csv = await admin.get<string>('/api/reports/completion/export?format=csv');
  expect(csv.status).toBe(200);
  expect(csv.body).toContain('CP-01 Study protocol');
});
