/** Who reads the audit trail: an administrator and the inspectors of two organizations (AUD-03). */
import type { TestClient } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createReachWorld, type ReachWorld } from './reach-world.ts';
import { startTestServer, type TestServer } from './server.ts';
import { signIn } from './world.ts';

/** A world with those who read its trail, signed in. */
export interface TrailReaders {
  readonly database: TestDatabase;
  readonly server: TestServer;
  readonly world: ReachWorld;
  readonly admin: TestClient;
  /** Of the first organization of the world. */
  readonly inspector: TestClient;
  /** Of the second one. */
  readonly otherInspector: TestClient;
  readonly close: () => Promise<void>;
}

/** Makes the world on a server of its own. */
export async function createTrailReaders(): Promise<TrailReaders> {
  const database = await createTestDatabase();
  const server = await startTestServer({ db: database });
  const world = await createReachWorld(server.services);
  return {
    database,
    server,
    world,
    admin: await signIn(server.client(), world.admin),
    inspector: await signIn(server.client(), world.organizations[0].inspector),
    otherInspector: await signIn(server.client(), world.organizations[1].inspector),
    close: async () => {
      await server.close();
      await database.drop();
    },
  };
}
