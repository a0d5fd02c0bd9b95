/** Twenty-two histories of training, each of one person and one module, that are told on one line of time (INS-02). */
import { openRenewalsJob } from '#server/domains/assignments/assignments.jobs.ts';
import type { TestDatabase } from './database.ts';
import { load } from './module-world.ts';
import type { TestServer } from './server.ts';
import {
  assignTo,
  completeText,
  createMatrix,
  createTextModules,
  readyToSign,
  type Assignment,
  type TrainingWorld,
} from './training-world.ts';
import {
  asFixture,
  createDepartment,
  createOrganization,
  createUser,
  signIn,
  type FixtureDepartment,
  type FixtureOrganization,
  type FixtureUser,
} from './world.ts';

/** A history that was told: whom and what the questions are about. */
export interface Story {
  readonly person: FixtureUser;
  readonly moduleId: number;
}

interface Scene extends Story {
  readonly department: FixtureDepartment;
  /** Puts the module into a matrix of the person's department. */
  readonly matrix: (fields?: Record<string, unknown>) => Promise<number>;
  readonly assign: (fields?: Record<string, unknown>) => Promise<void>;
  readonly complete: () => Promise<void>;
  /** Records a past training of the open assignment. */
  readonly record: (completedOn: string) => Promise<void>;
  /** Voids everything that stands. */
  readonly remove: (reason: string) => Promise<void>;
  /** Publishes the next version. */
  readonly publish: (body: Record<string, unknown>) => Promise<void>;
}

interface Event {
  readonly at: string;
  readonly run: () => Promise<void>;
}

/** When the people and modules were created: 3 March 2031, 10:00 in New York. */
const start = '2031-03-03T15:00:00Z';
/** A minute in the middle of a day in New York. */
const noon = (day: string) => `2031-${day}T16:00:00Z`;

/** Tells all stories, one event after the other, and stops in June 2032. */
export async function tellStories(
  database: TestDatabase,
  server: TestServer,
): Promise<ReadonlyMap<number, Story>> {
  const { services } = server;
  const moveTo = (at: string) => database.moveClock({ milliseconds: Date.parse(at) - Date.now() });
  await moveTo(start);
  const boss = await createUser(services, { role: 'admin' });
  const newYork = await createOrganization(services, { timeZone: 'America/New_York' });
  const tokyo = await createOrganization(services, { timeZone: 'Asia/Tokyo' });
  const stories = new Map<number, Story>();
  const events: Event[] = [];
  const admin = () => signIn(server.client(), boss);

  async function scene(place: FixtureOrganization = newYork): Promise<Scene> {
    const department = await createDepartment(services, { organizationId: place.id });
    const person = await createUser(services, { organizationId: place.id, departmentId: department.id });
    const [moduleId = 0] = await createTextModules(services, 1);
    const standing = async (): Promise<readonly Assignment[]> => {
      const { body } = await (await admin()).get<Assignment[]>(`/api/employee/${person.id}/assignments`);
      return body.filter((row) => row.moduleId === moduleId && row.voidedAt === null);
    };
    const open = async (): Promise<number> => {
      const found = (await standing()).find((row) => row.completedAt === null);
      if (!found) throw new Error('nothing is open');
      return found.id;
    };
    return {
      person,
      moduleId,
      department,
      matrix: async (fields = {}) => {
        const world: TrainingWorld = {
          organization: place,
          department,
          adminUser: boss,
          admin: await admin(),
          learners: [person],
        };
        return createMatrix(world, [moduleId], { assignNow: true, ...fields });
      },
      assign: async (fields = {}) => {
        await assignTo(await admin(), person.id, moduleId, fields);
      },
      complete: async () => {
        await completeText(await readyToSign(server, person), await open(), person);
      },
      record: async (completedOn) => {
        const path = `/api/training-assignments/${String(await open())}/record-completion`;
        done(await (await admin()).post(path, { completedOn, reason: 'Attendance list of the site' }));
      },
      remove: async (reason) => {
        const assignmentIds = (await standing()).map(({ id }) => id);
        done(await (await admin()).del('/api/training-assignments/bulk', { assignmentIds, reason }));
      },
      publish: async (body) => {
        const client = await admin();
        const content = { contentData: 'The second version says more.', publish: 'draft' };
        const { versions } = (await load(client, moduleId, [], content)).body;
        const draft = versions.find(({ state }) => state === 'draft');
        const path = `/api/training-modules/${String(moduleId)}/versions/${String(draft?.id)}/publish`;
        done(await client.post(path, { changeNote: 'Section 4 is new', ...body }));
      },
    };
  }

  /** One story: its events by the time of each. */
  async function tell(
    number: number,
    tale: (told: Scene) => Readonly<Record<string, () => Promise<unknown>>>,
    place?: FixtureOrganization,
  ): Promise<void> {
    const told = await scene(place);
    stories.set(number, told);
    for (const [at, run] of Object.entries(tale(told)))
      events.push({
        at: at.includes('T') ? at : noon(at),
        run: () =>
          run().then(
            () => undefined,
            (error: unknown) =>
              Promise.reject(new Error(`story ${String(number)} at ${at}`, { cause: error })),
          ),
      });
  }

  await tell(1, (s) => ({ '03-03': s.matrix, '03-10': s.complete }));
  await tell(2, (s) => ({
    '03-03': s.matrix,
    '03-10': s.complete,
    '04-01': () => s.publish({ retraining: 'completed', dueDays: 14 }),
    '04-20': s.complete,
  }));
  await tell(3, (s) => ({ '03-03': s.matrix, '03-10': s.complete, '04-01': () => s.publish({}) }));
  await tell(4, (s) => ({
    '03-03': () => s.matrix({ renewalPeriod: 1 }),
    '03-10': s.complete,
    '04-02': () => openRenewalsJob.run(services, {}),
    '04-25': s.complete,
  }));
  await tell(5, (s) => ({
    '03-03': () => s.matrix({ renewalPeriod: 1 }),
    '03-10': s.complete,
    '04-05': s.complete,
  }));
  await tell(6, (s) => ({ '03-03': s.assign, '08-01': () => s.record('2031-03-20') }));
  await tell(7, (s) => ({
    '03-03': s.matrix,
    '03-10': s.complete,
    '06-01': () => s.remove('Signed by mistake'),
  }));
  await tell(8, (s) => ({
    '03-03': s.matrix,
    '04-01': async () => {
      const { id } = await createDepartment(services, { organizationId: newYork.id });
      done(await (await admin()).patch(`/api/users/${s.person.id}`, { departmentId: id }));
    },
  }));
  await tell(9, (s) => ({
    '03-03': () => s.matrix({ renewalPeriod: 1, renewalWindow: 0 }),
    '03-10': s.complete,
    '04-05': async () =>
      done(await (await admin()).del(`/api/training-modules/${String(s.moduleId)}?openAssignments=void`)),
  }));
  await tell(10, (s) => ({
    '03-03': s.matrix,
    '03-10': s.complete,
    '07-01': async () =>
      done(
        await (await admin()).post(`/api/users/${s.person.id}/erase`, { reason: 'Requested by the person' }),
      ),
  }));
  // Half past midnight on 11 March in Tokyo, while it is 10 March in New York and in UTC.
  await tell(11, (s) => ({ '03-03': s.matrix, '2031-03-10T15:30:00Z': s.complete }), tokyo);
  // Half past eleven in the evening of 11 March in New York, while it is 12 March in UTC.
  await tell(12, (s) => ({ '03-03': s.matrix, '2031-03-12T03:30:00Z': s.complete }));
  await tell(13, (s) => ({
    '03-03': () => s.matrix({ renewalPeriod: 1 }),
    '03-20': () => s.record('2031-02-10'),
  }));
  await tell(14, (s) => ({ '03-05': s.assign, '03-12': s.complete }));
  await tell(15, () => ({}));
  const activate = (s: Scene, isActive: boolean) =>
    asFixture(services, (tx) =>
      tx.db.updateTable('users').set({ isActive }).where('id', '=', s.person.id).execute(),
    );
  await tell(16, (s) => ({
    '03-03': s.matrix,
    '03-10': s.complete,
    '04-01': () => activate(s, false),
    '06-01': () => activate(s, true),
  }));
  await tell(18, (s) => ({ '03-03': () => s.matrix({ assignNow: false }) }));
  await tell(19, (s) => ({ '03-05': s.assign, '03-25': () => s.remove('Meant for somebody else') }));
  await tell(20, (s) => ({
    '03-03': s.matrix,
    '03-10': s.complete,
    '04-01': () => s.assign({ retrain: true, reason: 'After an audit', dueDate: '2031-04-10' }),
    '04-20': s.complete,
  }));
  await tell(21, (s) => ({
    '03-03': s.matrix,
    '03-10': s.complete,
    '06-01': () => s.remove('Signed by mistake'),
    '06-05': s.assign,
    '06-10': s.complete,
  }));
  await tell(22, (s) => ({
    '03-03': async () => {
      const matrixId = await s.matrix({ isRequired: false });
      done(
        await (
          await admin()
        ).post('/api/training-matrix/assign', { matrixId, specificUserIds: [s.person.id] }),
      );
    },
    '03-10': s.complete,
  }));

  const ordered = events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  let born = false;
  for (const { at, run } of ordered) {
    if (!born && Date.parse(at) > Date.parse(noon('04-10'))) {
      // The person of this story has no records before 10 April.
      await moveTo(noon('04-10'));
      stories.set(17, await scene());
      born = true;
    }
    await moveTo(at);
    await run();
  }
  await moveTo('2032-06-01T16:00:00Z');
  return stories;
}

function done({ status, body }: { readonly status: number; readonly body: unknown }): void {
  if (status >= 300) throw new Error(JSON.stringify(body));
}
