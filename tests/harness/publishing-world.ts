/** Modules with people on the way through them, and drafts of new versions to be published (MOD-11). */
import { sql } from 'kysely';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulePublishingContract } from '#shared/contract/module-publishing.ts';
import type { Answer } from './client.ts';
import type { TestDatabase } from './database.ts';
import { load, type Module } from './module-world.ts';
import type { TestServer } from './server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  readText,
  readyToSign,
  type TrainingWorld,
} from './training-world.ts';
import type { FixtureUser } from './world.ts';

/** What publishing answers. */
export type Published = ResponseOf<typeof modulePublishingContract.publish>;

/** A version of a module. */
export interface VersionAt {
  readonly moduleId: number;
  readonly versionId: number;
}

/** A module that one person completed, one has begun and one has not, with a draft of its next version. */
export interface Scene extends VersionAt {
  readonly done: FixtureUser;
  readonly doneId: number;
  readonly begun: FixtureUser;
  readonly begunId: number;
  readonly untouched: FixtureUser;
  readonly untouchedId: number;
}

/** An assignment of a module as the database has it. */
export interface AssignmentRow {
  readonly userId: string;
  readonly status: string;
  readonly cycle: number;
  readonly number: number;
  readonly assignmentType: string;
  readonly due: string | null;
}

/** The path of a version. */
export const versionPath = ({ moduleId, versionId }: VersionAt): string =>
  `/api/training-modules/${String(moduleId)}/versions/${String(versionId)}`;

/** Those of the rows that are of one person. */
export const rowsOf = (rows: readonly AssignmentRow[], person: FixtureUser): readonly AssignmentRow[] =>
  rows.filter(({ userId }) => userId === person.id);

/** What tests of publishing do, in a company with so many learners. */
export interface PublishingWorld extends TrainingWorld {
  learner(index: number): FixtureUser;
  draft(moduleId: number, text: string): Promise<number>;
  scene(): Promise<Scene>;
  publish<Body = Published>(at: VersionAt, body: Record<string, unknown>): Promise<Answer<Body>>;
  moduleOf(id: number): Promise<Module>;
  assignmentsOf(at: Pick<Scene, 'moduleId'>): Promise<readonly AssignmentRow[]>;
  /** The day so many days from an instant on where the learners are. */
  dayIn(days: number, at?: string): Promise<string>;
}

/** Makes the company. */
export async function createPublishingWorld(
  db: TestDatabase,
  server: TestServer,
  learners = 4,
): Promise<PublishingWorld> {
  const world = await createTrainingWorld(server, learners);
  const learner = (index: number): FixtureUser => {
    const found = world.learners[index];
    if (!found) throw new Error('the world has no such learner');
    return found;
  };
  const draft = async (moduleId: number, text: string): Promise<number> => {
    const answer = await load(world.admin, moduleId, [], { contentData: text, publish: 'draft' });
    const found = answer.body.versions?.find(({ state }) => state === 'draft');
    if (!found) throw new Error(JSON.stringify(answer.body));
    return found.id;
  };
  return {
    ...world,
    learner,
    draft,
    async scene() {
      const [moduleId = 0] = await createTextModules(server.services, 1);
      const [done, begun, untouched] = [learner(0), learner(1), learner(2)];
      const doneId = (await assignTo(world.admin, done.id, moduleId)).id;
      await completeText(await readyToSign(server, done), doneId, done);
      const begunId = (await assignTo(world.admin, begun.id, moduleId)).id;
      await readText(await readyToSign(server, begun), begunId);
      const untouchedId = (await assignTo(world.admin, untouched.id, moduleId)).id;
      const versionId = await draft(
        moduleId,
        'The second version of the text, which says more than the first.',
      );
      return { moduleId, versionId, done, doneId, begun, begunId, untouched, untouchedId };
    },
    publish: (at, body) =>
      world.admin.post(`${versionPath(at)}/publish`, { changeNote: 'Section 4 is new', ...body }),
    moduleOf: async (id) => (await world.admin.get<Module>(`/api/training-modules/${String(id)}`)).body,
    async assignmentsOf({ moduleId }) {
      const { rows } = await sql<AssignmentRow>`
        select a.user_id, a.status, a.cycle, v.number, a.assignment_type, a.due_date::text as due
        from training_assignments a join module_versions v on v.id = a.module_version_id
        where a.module_id = ${moduleId} order by a.user_id, a.cycle
      `.execute(db.db);
      return rows;
    },
    async dayIn(days, at = 'app_now()') {
      const { rows } = await sql<{ day: string }>`
        select ((${sql.raw(at)} at time zone coalesce(o.time_zone, 'UTC'))::date + ${days}::int)::text as day
        from users u left join organizations o on o.id = u.organization_id where u.id = ${learner(0).id}
      `.execute(db.db);
      return rows[0]?.day ?? '';
    },
  };
}
