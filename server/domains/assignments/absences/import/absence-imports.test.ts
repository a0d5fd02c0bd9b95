import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import { absencesContract } from '#shared/contract/absences.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import {
  absenceRowsOf,
  checkedAbsences,
  confirmAbsences,
  importAbsences,
  readAbsences,
  uploadAbsences,
} from '#tests/harness/absence-import.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  createTextModules,
  createTrainingWorld,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { asFixture, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { carryOutAbsences } from './carry-out-absences.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let admin: TestClient;
let moduleId: number;
let today: string;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 1);
  ({ admin } = world);
  [moduleId = 0] = await createTextModules(server.services, 1);
  const { rows } = await sql<{ today: string }>`
    select today_in(time_zone)::text as today from organizations where id = ${world.organization.id}`.execute(
    db.db,
  );
  today = rows[0]?.today ?? '';
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const day = (days: number) => addDays(today, days);
const fileOf = (...lines: string[]) => ['email,from,to,kind,note', ...lines].join('\n');
const newPerson = () => createUser(server.services, { organizationId: world.organization.id });
/** Somebody whose training is due in some days. */
async function learner(due: number): Promise<FixtureUser> {
  const user = await newPerson();
  await assignTo(admin, user.id, moduleId, { dueDate: day(due) });
  return user;
}
const dueOf = async ({ id }: FixtureUser) => {
  const { rows } = await sql<{ dueDate: string | null }>`
    select due_date from training_assignments where user_id = ${id}`.execute(db.db);
  return rows.map(({ dueDate }) => dueDate);
};
const absencesOf = async ({ id }: FixtureUser) =>
  (await admin.call(absencesContract.list, { params: { userId: id } })).body.absences.map(
    ({ firstDay, lastDay, kind, note, state, returnDays }) => ({
      firstDay,
      lastDay,
      kind,
      note,
      state,
      returnDays,
    }),
  );

test('[USR-10] a file is checked and imported: due dates move as for single absences; the same file again changes nothing', async () => {
  const [ann, ben, cem] = [await learner(5), await learner(5), await learner(90)];
  const file = fileOf(
    `${ann.email},${day(1)},${day(10)},Urlaub,Madeira`,
    `${ben.email},${day(1)},,sick,`,
    `${cem.email},${day(1)},${day(10)},parental,`,
  );
  const checked = await checkedAbsences(server.services, admin, file);
  expect(checked).toMatchObject({ state: 'checked', rowCount: 3, progress: null });
  expect(checked.figures).toEqual({
    bad: 0,
    recorded: 3,
    changed: 0,
    unchanged: 0,
    people: 3,
    moved: 2,
    paused: 1,
    overdue: 0,
  });
  expect(await absenceRowsOf(admin, checked.id, 'recorded')).toMatchObject([
    { kind: 'Urlaub', readAs: { firstDay: day(1), lastDay: day(10), kind: 'leave' } },
    { lastDay: '', readAs: { lastDay: null, kind: 'sick' } },
    {},
  ]);
  // Nothing is recorded before somebody confirms.
  expect([await absencesOf(ann), await dueOf(ann)]).toEqual([[], [day(5)]]);
  expect((await confirmAbsences(admin, checked)).status).toBe(200);
  await carryOutAbsences(server.services, checked.id);
  expect(await readAbsences(admin, checked.id)).toMatchObject({
    state: 'done',
    samples: [],
    figures: { moved: 2, paused: 1 },
  });
  expect(await absencesOf(ann)).toEqual([
    { firstDay: day(1), lastDay: day(10), kind: 'leave', note: 'Madeira', state: 'planned', returnDays: 14 },
  ]);
  expect([await dueOf(ann), await dueOf(ben), await dueOf(cem)]).toEqual([[day(25)], [null], [day(90)]]);
  // Why somebody was away is stored in one place only.
  expect((await absenceRowsOf(admin, checked.id)).map(({ kind, readAs }) => [kind, readAs])).toEqual([
    ['', null],
    ['', null],
    ['', null],
  ]);
  expect((await checkedAbsences(server.services, admin, file)).figures).toMatchObject({
    unchanged: 3,
    recorded: 0,
  });
  expect((await verifyAll(server.services)).findings).toEqual([]);
});

test('[USR-10] a later file ends an absence: its next version counts, and due dates follow', async () => {
  const ann = await learner(5);
  await importAbsences(server.services, admin, fileOf(`${ann.email},${day(1)},,sick,A broken leg`));
  const done = await importAbsences(
    server.services,
    admin,
    fileOf(`${ann.email},${day(1)},${day(20)},sick,`),
  );
  expect(done.figures).toMatchObject({ changed: 1, recorded: 0, moved: 1, paused: 0 });
  expect(await absencesOf(ann)).toMatchObject([{ lastDay: day(20), kind: 'sick', note: 'A broken leg' }]);
  expect(await dueOf(ann)).toEqual([day(35)]);
  expect((await verifyAll(server.services)).findings).toEqual([]);
});

test('[USR-10] rows with errors are listed by line and column and prevent the import as a whole', async () => {
  const ann = await learner(5);
  const checked = await checkedAbsences(
    server.services,
    admin,
    fileOf(
      `${ann.email},${day(1)},${day(10)},leave,`,
      `nobody@absence.example,${day(1)},,sick,`,
      `${ann.email},${day(10)},soon,fishing,`,
      `${world.adminUser.email},${day(1)},,sick,`,
    ),
  );
  expect(checked.figures).toMatchObject({ bad: 3, recorded: 1, moved: 0 });
  expect(await absenceRowsOf(admin, checked.id, 'bad')).toMatchObject([
    {
      line: 3,
      problems: [{ column: 'email', reason: 'past_person_unknown', value: 'nobody@absence.example' }],
    },
    {
      line: 4,
      problems: [
        { column: 'to', reason: 'past_day_unclear', value: 'soon' },
        { column: 'kind', reason: 'absence_kind_unknown', value: 'fishing' },
      ],
    },
    { line: 5, problems: [{ column: null, reason: 'absence_own_row' }] },
  ]);
  const csv = await admin.get<string>(`/api/absence-imports/${String(checked.id)}/problems.csv`);
  expect(csv.body).toContain('4,kind,fishing,');
  expect(await confirmAbsences(admin, checked)).toMatchObject({
    status: 409,
    body: { reason: 'import_rows_bad' },
  });
  expect(await absencesOf(ann)).toEqual([]);
});

test('[USR-10] what changed after the check is shown anew: nothing is recorded until it is confirmed again', async () => {
  const ann = await learner(5);
  const checked = await checkedAbsences(
    server.services,
    admin,
    fileOf(`${ann.email},${day(1)},${day(10)},leave,`),
  );
  await confirmAbsences(admin, checked);
  const [other = 0] = await createTextModules(server.services, 1);
  await assignTo(admin, ann.id, other, { dueDate: day(3) });
  await carryOutAbsences(server.services, checked.id);
  expect(await readAbsences(admin, checked.id)).toMatchObject({
    state: 'checking',
    changedSince: true,
    planHash: null,
  });
  expect(await absencesOf(ann)).toEqual([]);
});

test('[USR-10] a second administrator cannot confirm their own absence, and an outdated check is refused', async () => {
  const [second, ann] = [await createUser(server.services, { role: 'admin' }), await newPerson()];
  const client = await signIn(server.client(), second);
  const checked = await checkedAbsences(
    server.services,
    admin,
    fileOf(`${second.email},${day(1)},,sick,`, `${ann.email},${day(1)},,sick,`),
  );
  expect(await confirmAbsences(client, checked)).toMatchObject({
    status: 409,
    body: { reason: 'absence_own_row' },
  });
  const stale = { ...checked, planHash: 'f'.repeat(64) };
  expect(await confirmAbsences(admin, stale)).toMatchObject({
    status: 409,
    body: { code: 'EFFECT_CHANGED' },
  });
});

test('[USR-10] [SEC-02] the trail has neither why somebody is away nor a hash by which it can be guessed', async () => {
  const ann = await newPerson();
  const text = fileOf(`${ann.email},${day(1)},${day(10)},parental,Twins`);
  const { id } = await importAbsences(server.services, admin, text);
  const { rows } = await sql<{ fileSha256: string; known: string }>`
    select file_sha256, encode(sha256(convert_to(${text}, 'UTF8')), 'hex') as known from people_imports where id = ${id}`.execute(
    db.db,
  );
  expect(rows[0]?.fileSha256).toMatch(/^[0-9a-f]{64}$/);
  expect(rows[0]?.fileSha256).not.toBe(rows[0]?.known);
  const eventsWith = async (pattern: string) => {
    const found = await sql<{ events: number }>`
      select count(*)::int as events from audit.events where payload::text ~ ${pattern} or residual::text ~ ${pattern}`.execute(
      db.db,
    );
    return found.rows[0]?.events ?? 0;
  };
  expect(await eventsWith('absences\\.csv')).toBeGreaterThan(0);
  expect(await eventsWith('parental|Twins')).toBe(0);
});

test('[USR-10] a cancelled import leaves no rows', async () => {
  const ann = await newPerson();
  const { body: open } = await uploadAbsences(admin, fileOf(`${ann.email},${day(1)},,sick,`));
  const cancelled = await admin.call(contract.cancel, { params: { id: String(open.id) } });
  expect(cancelled.body).toMatchObject({ state: 'cancelled', samples: [] });
  const kept = await asFixture(server.services, async (tx) =>
    sql`select from people_import_rows where import_id = ${open.id}`.execute(tx.db),
  );
  expect(kept.rows).toEqual([]);
});
