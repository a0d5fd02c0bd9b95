/** What the tests of one file begin with: a database, a server, and who is signed in; `stop` takes it all away again. */
import type { TestClient } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createPublishingWorld, type PublishingWorld } from './publishing-world.ts';
import { startTestServer, type TestServer } from './server.ts';
import { createTrainingWorld, readyToSign, type TrainingWorld } from './training-world.ts';
import { createUser, signIn, type FixtureUser } from './world.ts';

/** A running server on a database of its own. */
export interface Started {
  readonly db: TestDatabase;
  readonly server: TestServer;
  readonly stop: () => Promise<void>;
}

/** Starts a server on a database of its own, with what `make` adds. */
export async function start<More extends object>(
  make: (db: TestDatabase, server: TestServer) => Promise<More>,
): Promise<Started & More> {
  const db = await createTestDatabase();
  const server = await startTestServer({ db });
  const stop = async (): Promise<void> => {
    await server.close();
    await db.drop();
  };
  return { db, server, stop, ...(await make(db, server)) };
}

/** With an administrator signed in. */
export type StartedAdmin = Started & { readonly admin: TestClient };

/** Starts a server with an administrator. */
export const startWithAdmin = (): Promise<StartedAdmin> =>
  start(async (_db, server) => ({
    admin: await signIn(server.client(), await createUser(server.services, { role: 'admin' })),
  }));

/** With a company in training, whose first learner is signed in and may sign. */
export type StartedLearner = Started & {
  readonly world: TrainingWorld;
  readonly learner: FixtureUser;
  readonly client: TestClient;
  /** Today where the learner works. */
  readonly today: string;
};

/** Starts a server with a company of so many learners. */
export const startWithLearner = (learners = 3): Promise<StartedLearner> =>
  start(async (db, server) => {
    const world = await createTrainingWorld(server, learners);
    const [learner] = world.learners;
    if (!learner) throw new Error('the world has no learner');
    const client = await readyToSign(server, learner);
    const { rows } = await db.admin.query<{ day: string }>(
      `select today_in('America/New_York')::text as day`,
    );
    return { world, learner, client, today: rows[0]?.day ?? '' };
  });

/** With modules of which new versions are published. */
export type StartedPublishing = Started & { readonly world: PublishingWorld };

/** Starts a server with a company and its modules. */
export const startWithPublishing = (): Promise<StartedPublishing> =>
  start(async (db, server) => ({ world: await createPublishingWorld(db, server) }));
