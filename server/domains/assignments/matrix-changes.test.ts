import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { curriculaContract } from '#shared/contract/curricula.ts';
import type { matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  countRows,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  putStatus,
  type Assignment,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createDepartment, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

interface Refusal {
  readonly code: string;
  readonly effectHash: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}
type Answers = {
  [Key in keyof typeof matrixChangesContract]: ResponseOf<(typeof matrixChangesContract)[Key]>;
};
type Changed = Answers['change'] & Refusal;
type Removed = Answers['remove'] & Refusal;
type EntryChanged = Answers['changeEntry'] & Refusal;
type EntryRemoved = Answers['removeEntry'] & Refusal;
type MemberRemoved = Answers['removeMember'] & Refusal;
type Card = ResponseOf<typeof curriculaContract.matrices>[number];

let db: TestDatabase;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  ({ admin } = await createTrainingWorld(server, 0));
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const nothing = { assignments: 0, people: 0 };
const nobody = '2000000000';
const matrixPath = (id: number | string) => `/api/training-matrices/${String(id)}`;
const entryPath = (id: number | string) => `/api/training-matrix/${String(id)}`;
const cardOf = async (own: TrainingWorld, id: number): Promise<Card> => {
  const { body } = await admin.get<Card[]>(
    `/api/training-matrices?organizationId=${String(own.organization.id)}`,
  );
  const card = body.find((one) => one.id === id);
  if (!card) throw new Error('the matrix has no card');
  return card;
};
const entriesOf = (card: Card) => card.families.flatMap((family) => family.modules);
const firstEntry = (card: Card) => entriesOf(card)[0]?.entryId ?? 0;
const openOf = async (person: FixtureUser) =>
  (await admin.get<Assignment[]>(`/api/employee/${person.id}/assignments`)).body.map(
    ({ module, status, noLongerRequired }) => [module.id, status, noLongerRequired],
  );
const first = <T>(rows: readonly T[]): T => {
  const [row] = rows;
  if (row === undefined) throw new Error('the world has one');
  return row;
};
async function startFirst(person: FixtureUser): Promise<void> {
  const client = await signIn(server.client(), person);
  const { body } = await client.get<Assignment[]>('/api/assignments/user');
  expect((await putStatus(client, first(body).id, { status: 'in_progress' })).status).toBe(200);
}
const commands = () => countRows(server.services, sql`select 1 from audit.events`);

describe('[MTX-02] [MTX-06] changing a matrix', () => {
  test('another department: the effect first, then who left loses what was not started and who is there gets it', async () => {
    const own = await createTrainingWorld(server, 2);
    const other = await createDepartment(server.services, { organizationId: own.organization.id });
    const newcomer = await createUser(server.services, {
      organizationId: own.organization.id,
      departmentId: other.id,
    });
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const id = await createMatrix(own, [moduleId], { assignNow: true });
    await startFirst(first(own.learners));
    const before = await commands();
    const shown = await admin.patch<Changed>(matrixPath(id), { departmentId: other.id, preview: true });
    expect(shown.status, JSON.stringify(shown.body)).toBe(200);
    const one = { assignments: 1, people: 1 };
    expect(shown.body).toMatchObject({
      preview: true,
      effect: { assigned: one, voided: one, noLongerRequired: one, requiredAgain: nothing, peopleCount: 3 },
    });
    const changes = shown.body.effect.people.map((person) => [person.id, person.changes[0]?.kind]);
    expect(Object.fromEntries(changes)).toEqual({
      [first(own.learners).id]: 'no_longer_required',
      [own.learners[1]?.id ?? '']: 'voided',
      [newcomer.id]: 'assigned',
    });
    // A preview leaves nothing, not even in the trail.
    expect(await commands()).toBe(before);
    expect([(await cardOf(own, id)).departmentId, await openOf(newcomer)]).toEqual([own.department.id, []]);
    const { effectHash, effect } = shown.body;
    const done = await admin.patch<Changed>(matrixPath(id), { departmentId: other.id, effectHash });
    expect(done.body).toMatchObject({ preview: false, effectHash, effect });
    expect(await openOf(newcomer)).toEqual([[moduleId, 'not_started', false]]);
    expect(await openOf(first(own.learners))).toEqual([[moduleId, 'in_progress', true]]);
    expect(await openOf(own.learners[1] ?? newcomer)).toEqual([]);
    const back = await admin.patch<Changed>(matrixPath(id), { departmentId: null, preview: true });
    expect(back.body.effect).toMatchObject({ assigned: one, requiredAgain: one, voided: nothing });
  });

  test('a change of one matrix touches its own modules only: what people wait for stays with them', async () => {
    const own = await createTrainingWorld(server, 2);
    const organizationId = own.organization.id;
    const elsewhere = await createDepartment(server.services, { organizationId });
    const newcomer = await createUser(server.services, { organizationId, departmentId: elsewhere.id });
    const modules = await createTextModules(server.services, 3);
    const [given = 0, later = 0, other = 0] = modules;
    const id = await createMatrix(own, [given], { assignNow: true });
    await admin.post('/api/training-modules/assign-to-matrix', { matrixId: id, moduleIds: [later] });
    await createMatrix(own, [other], { matrixName: 'For later' });
    const two = { assignments: 2, people: 2 };
    const entry = entriesOf(await cardOf(own, id)).find(({ moduleId }) => moduleId === given)?.entryId ?? 0;
    const without = await admin.del<EntryRemoved>(`${entryPath(entry)}?preview=true`);
    expect(without.body.effect).toMatchObject({ assigned: nothing, voided: two, peopleCount: 2 });
    const gone = await admin.del<Removed>(`${matrixPath(id)}?preview=true`);
    expect(gone.body.effect).toMatchObject({ assigned: nothing, voided: two, peopleCount: 2 });
    // Who enters gets all of it; who was in it keeps waiting.
    const wider = await admin.patch<Changed>(matrixPath(id), { departmentId: null });
    expect(wider.body.effect).toMatchObject({ assigned: { assignments: 2, people: 1 }, peopleCount: 1 });
    expect((await openOf(newcomer)).map(([module]) => module)).toEqual(
      expect.arrayContaining([given, later]),
    );
    const removed = await admin.del<EntryRemoved>(entryPath(entry));
    expect(removed.body.effect).toMatchObject({
      assigned: nothing,
      voided: { assignments: 3, people: 3 },
    });
    for (const learner of own.learners) expect(await openOf(learner)).toEqual([]);
    expect((await cardOf(own, id)).notAssignedCount).toBe(2);
  });

  test('a job title, a name, and an older record; a name alone concerns nobody', async () => {
    const own = await createTrainingWorld(server, 1, { jobTitle: 'Nurse' });
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const id = await createMatrix(own, [moduleId], { assignNow: true, matrixName: 'Wards' });
    await createMatrix(own, [moduleId], { matrixName: 'Taken' });
    const { revision } = await cardOf(own, id);
    const headers = { 'if-match': `"${String(revision)}"` };
    const named = await admin.patch<Changed>(matrixPath(id), { name: ' All wards ' }, { headers });
    expect(named.body).toMatchObject({ matrixName: 'All wards', effect: { peopleCount: 0 } });
    const stale = await admin.patch<Changed>(matrixPath(id), { name: 'Late' }, { headers });
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE', current: { name: 'All wards' } } });
    const taken = await admin.patch<Changed>(matrixPath(id), { name: 'TAKEN' });
    expect([taken.status, taken.body.code, taken.body.errors?.[0]?.path]).toEqual([409, 'DUPLICATE', 'name']);
    const titled = await admin.patch<Changed>(matrixPath(id), { jobTitle: ' doctor ' });
    // The other matrix still requires it.
    expect(titled.body.effect.voided).toEqual(nothing);
    expect(await cardOf(own, id)).toMatchObject({ name: 'All wards', jobTitle: 'doctor' });
    expect((await admin.patch(matrixPath(id), { jobTitle: '' })).status).toBe(200);
    expect((await cardOf(own, id)).jobTitle).toBeNull();
  });

  test('refuses what does not fit, and effects that have become others', async () => {
    const own = await createTrainingWorld(server, 1);
    const foreign = await createTrainingWorld(server, 0);
    const id = await createMatrix(own, await createTextModules(server.services, 1));
    const refused = await admin.patch<Changed>(matrixPath(id), { departmentId: foreign.department.id });
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'departmentId']);
    expect((await admin.patch(matrixPath(id), { departmentId: Number(nobody) })).status).toBe(422);
    expect((await admin.patch(matrixPath(id), { name: ' ' })).status).toBe(422);
    expect((await admin.patch(matrixPath(nobody), { name: 'X' })).status).toBe(404);
    const shown = await admin.patch<Changed>(matrixPath(id), { departmentId: null, preview: true });
    await createUser(server.services, { organizationId: own.organization.id });
    const { effectHash } = shown.body;
    const late = await admin.patch<Changed>(matrixPath(id), { departmentId: null, effectHash });
    expect([late.status, late.body.code]).toEqual([409, 'EFFECT_CHANGED']);
    expect((await cardOf(own, id)).departmentId).toBe(own.department.id);
    const again = { departmentId: null, effectHash: late.body.effectHash };
    expect((await admin.patch<Changed>(matrixPath(id), again)).body.effect.assigned.people).toBe(1);
  });
});

describe('[MTX-02] [MTX-06] changing an entry', () => {
  test('what becomes required is assigned; less, later or renewed changes nothing that people have', async () => {
    const own = await createTrainingWorld(server, 2);
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const id = await createMatrix(own, [moduleId], { isRequired: false });
    const entry = firstEntry(await cardOf(own, id));
    const shown = await admin.patch<EntryChanged>(entryPath(entry), { isRequired: true, preview: true });
    expect(shown.body.effect.assigned).toEqual({ assignments: 2, people: 2 });
    const { effectHash } = shown.body;
    const done = await admin.patch<EntryChanged>(entryPath(entry), { isRequired: true, effectHash });
    expect(done.body).toMatchObject({ id: entry, matrixId: id, moduleId, isRequired: true, daysToDue: 30 });
    const due = await admin.patch<EntryChanged>(entryPath(entry), { daysToDue: 5, renewalPeriod: 12 });
    expect(due.body).toMatchObject({ daysToDue: 5, renewalPeriod: 12, effect: { peopleCount: 0 } });
    expect(first(entriesOf(await cardOf(own, id)))).toMatchObject({ daysToDue: 5, renewalPeriod: 12 });
    const none = await admin.patch<EntryChanged>(entryPath(entry), {
      renewalPeriod: null,
      isRequired: false,
    });
    expect(none.body).toMatchObject({ renewalPeriod: null, effect: { peopleCount: 0 } });
    expect(await openOf(first(own.learners))).toEqual([[moduleId, 'not_started', false]]);
    const headers = { 'if-match': `"${String(due.body.revision)}"` };
    const stale = await admin.patch<EntryChanged>(entryPath(entry), { daysToDue: 9 }, { headers });
    expect([stale.status, stale.body.code]).toEqual([409, 'STALE']);
    expect((await admin.patch(entryPath(entry), { daysToDue: 3651 })).status).toBe(422);
    expect((await admin.patch(entryPath(nobody), { daysToDue: 1 })).status).toBe(404);
  });

  test('removing one refuses an effect that has become another, and leaves what another matrix requires', async () => {
    const own = await createTrainingWorld(server, 2);
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const one = await createMatrix(own, [moduleId], { matrixName: 'One', assignNow: true });
    const two = await createMatrix(own, [moduleId], { matrixName: 'Two' });
    const [ofOne, ofTwo] = [firstEntry(await cardOf(own, one)), firstEntry(await cardOf(own, two))];
    const kept = await admin.del<EntryRemoved>(entryPath(ofOne));
    expect(kept.body).toMatchObject({ voided: 0, noLongerRequired: 0 });
    // The assignments name the first matrix, and only the second one required them.
    const shown = await admin.del<EntryRemoved>(`${entryPath(ofTwo)}?preview=true`);
    expect(shown.body).toMatchObject({ preview: true, voided: 2 });
    await startFirst(first(own.learners));
    const late = await admin.del<EntryRemoved>(`${entryPath(ofTwo)}?effectHash=${shown.body.effectHash}`);
    expect([late.status, late.body.code]).toEqual([409, 'EFFECT_CHANGED']);
    const done = await admin.del<EntryRemoved>(`${entryPath(ofTwo)}?effectHash=${late.body.effectHash}`);
    expect(done.body).toMatchObject({ voided: 1, noLongerRequired: 1 });
  });
});

describe('[MTX-06] removing', () => {
  test('a member: what only the membership required goes, what the rule requires stays', async () => {
    const own = await createTrainingWorld(server, 1);
    const guest = await createUser(server.services, { organizationId: own.organization.id });
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const id = await createMatrix(own, [moduleId]);
    const ids = [guest.id, first(own.learners).id];
    await admin.post('/api/training-matrix/assign', { matrixId: id, specificUserIds: ids });
    expect(await cardOf(own, id)).toMatchObject({ userCount: 2, memberCount: 2 });
    const path = (userId: string) => `${matrixPath(id)}/members/${userId}`;
    const shown = await admin.del<MemberRemoved>(`${path(guest.id)}?preview=true`);
    expect(shown.body).toMatchObject({
      stillMatched: false,
      effect: { voided: { assignments: 1, people: 1 } },
    });
    expect(await openOf(guest)).toEqual([[moduleId, 'not_started', false]]);
    const done = await admin.del<MemberRemoved>(`${path(guest.id)}?effectHash=${shown.body.effectHash}`);
    expect(done.status).toBe(200);
    expect(await openOf(guest)).toEqual([]);
    const inRule = await admin.del<MemberRemoved>(path(first(own.learners).id));
    expect(inRule.body).toMatchObject({ stillMatched: true, effect: { peopleCount: 0 } });
    expect(await cardOf(own, id)).toMatchObject({ userCount: 1, memberCount: 0 });
    for (const gone of [
      path(guest.id),
      path('no-such-person'),
      `${matrixPath(nobody)}/members/${guest.id}`,
    ]) {
      expect((await admin.del(gone)).status).toBe(404);
    }
  });

  test('a matrix: unused it is deleted, used it is archived, and its name is free again', async () => {
    const own = await createTrainingWorld(server, 2);
    const modules = await createTextModules(server.services, 2);
    const unused = await createMatrix(own, modules, { matrixName: 'Unused', jobTitle: 'Nobody' });
    const gone = await admin.del<Removed>(matrixPath(unused));
    expect(gone.body).toMatchObject({
      outcome: 'deleted',
      entries: 2,
      members: 0,
      effect: { peopleCount: 0 },
    });
    const used = await createMatrix(own, modules, { matrixName: 'Used' });
    const all = { matrixId: used, allMatched: true };
    expect((await admin.post('/api/training-matrix/assign', all)).status).toBe(200);
    const specificUserIds = own.learners.map((person) => person.id);
    await admin.post('/api/training-matrix/assign', { matrixId: used, specificUserIds });
    const shown = await admin.del<Removed>(`${matrixPath(used)}?preview=true`);
    expect(shown.body).toMatchObject({
      preview: true,
      outcome: 'archived',
      entries: 2,
      members: 2,
      effect: { voided: { assignments: 4, people: 2 } },
    });
    expect(await cardOf(own, used)).toMatchObject({ moduleCount: 2, userCount: 2 });
    const done = await admin.del<Removed>(`${matrixPath(used)}?effectHash=${shown.body.effectHash}`);
    expect(done.status).toBe(200);
    const left = await admin.get<Card[]>(`/api/training-matrices?departmentId=${String(own.department.id)}`);
    expect(left.body).toEqual([]);
    expect((await admin.del(matrixPath(used))).status).toBe(404);
    expect((await admin.patch(matrixPath(used), { name: 'X' })).status).toBe(404);
    const byName = { moduleIds: modules, existingMatrixName: 'Used' };
    expect((await admin.post('/api/training-modules/assign-to-matrix', byName)).status).toBe(404);
    expect(
      (await admin.post('/api/training-matrix/assign', { matrixId: used, allMatched: true })).status,
    ).toBe(404);
    expect(await createMatrix(own, modules, { matrixName: 'used' })).not.toBe(used);
  });
});
