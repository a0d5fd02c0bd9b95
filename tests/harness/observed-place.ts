/** One database and one folder with a server that looks on, and others as processes of their own that may be killed. */
import type { Config } from '#server/platform/config/config.ts';
import { createClient, type TestClient } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { temporaryFolder } from './processes.ts';
import { startProduct, type RunningServer } from './product.ts';
import { startTestServer, type TestServer } from './server.ts';

const secret = 'a secret of this test with more than 32 letters';

/** What several servers share, and the one of them that stays. */
export interface ObservedPlace {
  readonly database: TestDatabase;
  readonly observer: TestServer;
  /** Starts one more server over the same database, folder and secret; who starts it ends it. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<RunningServer>;
  /** Ends the observer and removes the database and the folder. */
  readonly close: () => Promise<void>;
}

/** Creates the place; `config` is the observer's alone. */
export async function createObservedPlace(config: Partial<Config> = {}): Promise<ObservedPlace> {
  const folder = temporaryFolder();
  const database = await createTestDatabase();
  const observer = await startTestServer({
    db: database,
    dataDir: folder.dir,
    config: { secretKey: Buffer.from(secret), ...config },
  });
  return {
    database,
    observer,
    start: (env) =>
      startProduct({
        DATABASE_URL: database.url,
        DATA_DIR: folder.dir,
        SECRET_KEY: secret,
        PUBLIC_URL: observer.url,
        LOG_LEVEL: 'info',
        ...env,
      }),
    close: async () => {
      await observer.close();
      await database.drop();
      folder.remove();
    },
  };
}

/** The same browser at another server: behind a balancer its next request may go there. */
export function atServer(server: { readonly url: string }, { cookies }: TestClient): TestClient {
  const client = createClient(server.url);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}
