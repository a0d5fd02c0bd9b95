/** Worlds of one kind of rows and nothing else, for the long lists: each a database and a product of its own. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import { composeServices } from '#server/compose.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Services } from '#server/platform/services.ts';
import { startEmbedded } from '#server/platform/postgres/embedded.ts';
import { connectionUrl } from '#server/platform/postgres/url.ts';
import { createClient, type TestClient } from '#tests/harness/client.ts';
import { cloneDatabase, startTestCluster, type ClusterFacts } from '#tests/harness/cluster.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct, type RunningServer } from '#tests/harness/product.ts';
import { createOrganizations, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import type { Asked } from './against-sql.ts';
import { typedPool } from './typed-pool.ts';

/** One database with its rows, the product on it, and an administrator who is signed in. */
export interface OwnWorld extends Asked {
  /** Who asks. */
  readonly personId: string;
  readonly organizationIds: readonly number[];
  /** The product's process and its folder. */
  readonly product: RunningServer;
  readonly dataDir: string;
  /** What the product was started with. */
  readonly env: Readonly<Record<string, string>>;
  /** The application's role. */
  readonly databaseUrl: string;
  /** The superuser, for what a bench takes back between its rounds. */
  readonly admin: pg.Pool;
}

/** What a world is filled with. */
export interface Contents {
  readonly what: string;
  /** Inserts the rows; triggers are off meanwhile. */
  readonly insert: (client: pg.PoolClient, organizationIds: readonly number[]) => Promise<void>;
  /** Makes who asks, in place of an administrator. */
  readonly asks?: (services: Services, organizationIds: readonly number[]) => Promise<FixtureUser>;
  /** Done through the running product before anything is measured. */
  readonly live?: (clients: {
    readonly admin: TestClient;
    readonly asking: TestClient;
    readonly person: FixtureUser;
  }) => Promise<void>;
  /** Made afterwards, such as the sums that triggers keep. */
  readonly afterwards?: string;
}

/** Makes one world of each on one durable cluster; some seconds for 100,000 rows. */
export async function makeOwnWorlds(
  contents: readonly Contents[],
  say: (line: string) => void,
): Promise<{ readonly worlds: readonly OwnWorld[]; readonly close: () => Promise<void> }> {
  const embedded = await startEmbedded({ tcp: true });
  const cluster = await startTestCluster(connectionUrl(embedded.superuserConnection));
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.toReversed()) await step();
    await cluster.stop();
    await embedded.stop();
  };
  try {
    const worlds: OwnWorld[] = [];
    for (const one of contents) {
      worlds.push(await makeOwnWorld(cluster.facts, one, closing));
      say(`  ${one.what}`);
    }
    return { worlds, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeOwnWorld(
  facts: ClusterFacts,
  contents: Contents,
  closing: (() => Promise<void>)[],
): Promise<OwnWorld> {
  const folder = temporaryFolder();
  closing.push(async () => folder.remove());
  const database = await cloneDatabase(facts);
  closing.push(database.drop);
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(folder.dir, 'data'),
    SECRET_KEY: randomBytes(48).toString('base64'),
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DEMO: '0',
    LOG_LEVEL: 'info',
    // For `liveAbove`; nothing listens before.
    NODE_OPTIONS: '--inspect-port=0',
  };
  const composition = await composeServices(
    loadConfig({ ...env, PORT: '0' }),
    database.url,
    createLog('error'),
  );
  const { services } = composition;
  const organizations = await createOrganizations(
    services,
    Array.from({ length: 20 }, (_, index) => ({ name: `Research site ${String(index + 1)}` })),
  );
  const organizationIds = organizations.map(({ id }) => id);
  const admin = await createUser(services, { role: 'admin' });
  const person = (await contents.asks?.(services, organizationIds)) ?? admin;
  await composition.close();
  await fill(database.admin, contents, organizationIds);
  const product = await startProduct(env);
  closing.push(async () => {
    product.kill('SIGTERM');
    await product.ended;
  });
  const client = await signIn(createClient(product.url), person);
  if (contents.live) {
    await contents.live({ admin: await signIn(createClient(product.url), admin), asking: client, person });
    await database.admin.query('vacuum analyze');
  }
  const pool = typedPool(database.url);
  closing.push(() => pool.end());
  return {
    personId: person.id,
    productUrl: product.url,
    product,
    dataDir: env.DATA_DIR,
    env,
    databaseUrl: database.url,
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    pool,
    organizationIds,
    admin: database.admin,
  };
}

async function fill(
  admin: pg.Pool,
  { insert, afterwards }: Contents,
  organizationIds: readonly number[],
): Promise<void> {
  const client = await admin.connect();
  try {
    // Triggers off, as in the other worlds.
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await insert(client, organizationIds);
    await client.query('reset session_replication_role; reset synchronous_commit');
    if (afterwards) await client.query(afterwards);
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}
