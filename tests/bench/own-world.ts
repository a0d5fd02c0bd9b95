/** Worlds of one kind of rows and nothing else, for the long lists: each a database and a product of its own. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { composeServices } from '#server/compose.ts';
import { recordFaults } from '#server/domains/assignments/index.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Services } from '#server/platform/services.ts';
import { startEmbedded } from '#server/platform/postgres/embedded.ts';
import { connectionUrl } from '#server/platform/postgres/url.ts';
import { createClient } from '#tests/harness/client.ts';
import { cloneDatabase, startTestCluster, type ClusterFacts } from '#tests/harness/cluster.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct, type RunningServer } from '#tests/harness/product.ts';
import { createOrganizations, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import type { Asked } from './against-sql.ts';
import { heldWorld, holdWorld, type WorldPlace } from './held-worlds.ts';
import { signCompleted } from './signing/sign-completed.ts';
import { typedPool } from './typed-pool.ts';

/** One database with its rows, the product on it, and somebody who is signed in. */
export interface OwnWorld extends Asked {
  /** Who asks. */
  readonly personId: string;
  /** The session of the learner of its contents, or of who asks. */
  readonly learnerCookie: string;
  readonly organizationIds: readonly number[];
  /** Whoever else asks, by what the contents call them. */
  readonly others: Readonly<Record<string, FixtureUser>>;
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
  /** Makes who asks, in place of an administrator; or it is the learner. */
  readonly asks?: 'learner' | MakesPerson;
  /** Makes a person with trainings of their own, beside who asks. */
  readonly learner?: MakesPerson;
  /** Makes others who ask, and what the rows need of the product; they are kept with a held world. */
  readonly others?: (
    services: Services,
    organizationIds: readonly number[],
  ) => Promise<Readonly<Record<string, FixtureUser>>>;
  /** Inserts the rows; triggers are off meanwhile. */
  readonly insert: (
    client: pg.PoolClient,
    organizationIds: readonly number[],
    learnerId: string,
    say: (line: string) => void,
  ) => Promise<void>;
  /** Whether what is completed gets its record, signature and certificate. */
  readonly signed?: boolean;
  /** Made afterwards, such as the sums that triggers keep. */
  readonly afterwards?: string;
  /** Waits until the product has done with the rows what it does by itself; only for a world that is held. */
  readonly settled?: (world: OwnWorld) => Promise<unknown>;
}

type MakesPerson = (services: Services, organizationIds: readonly number[]) => Promise<FixtureUser>;

type Closing = (() => Promise<void>)[];

/** Makes one world of each on one durable cluster, or takes those that another process holds; some seconds for 100,000 rows. */
export async function makeOwnWorlds(
  contents: readonly Contents[],
  say: (line: string) => void,
): Promise<{ readonly worlds: readonly OwnWorld[]; readonly close: () => Promise<void> }> {
  const closing: Closing = [];
  const close = async (): Promise<void> => {
    for (const step of closing.toReversed()) await step();
  };
  try {
    const cluster = lazyCluster(closing);
    const worlds: OwnWorld[] = [];
    for (const one of contents) {
      const place = heldWorld(one.what) ?? (await makePlace(await cluster(), one, closing, say));
      worlds.push(await openPlace(place, one, closing));
      say(`  ${one.what}`);
    }
    return { worlds, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes the worlds that no process holds yet and holds each as soon as it is ready, until the answer is called. */
export async function holdWorlds(
  contents: readonly Contents[],
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  const closing: Closing = [];
  const cluster = lazyCluster(closing);
  for (const one of contents) {
    if (heldWorld(one.what)) continue;
    const place = await makePlace(await cluster(), one, closing, say);
    await settle(place, one);
    const letGo = holdWorld(one.what, place);
    closing.push(async () => letGo());
    say(`Held: ${one.what}`);
  }
  return async () => {
    for (const step of closing.toReversed()) await step();
  };
}

/** Starts the product until it has settled, and stops it again. */
async function settle(place: WorldPlace, contents: Contents): Promise<void> {
  if (!contents.settled) return;
  const closing: Closing = [];
  try {
    await contents.settled(await openPlace(place, contents, closing));
  } finally {
    for (const step of closing.toReversed()) await step();
  }
}

/** The cluster of the worlds, started when the first one has to be made. */
function lazyCluster(closing: Closing): () => Promise<ClusterFacts> {
  let facts: Promise<ClusterFacts> | undefined;
  const start = async (): Promise<ClusterFacts> => {
    const embedded = await startEmbedded({ tcp: true });
    closing.push(() => embedded.stop());
    const cluster = await startTestCluster(connectionUrl(embedded.superuserConnection));
    closing.push(() => cluster.stop());
    return cluster.facts;
  };
  return () => (facts ??= start());
}

/** Makes a database with its rows, which a product can be started on. */
async function makePlace(
  facts: ClusterFacts,
  contents: Contents,
  closing: Closing,
  say: (line: string) => void,
): Promise<WorldPlace> {
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
  const { asks } = contents;
  const asking = typeof asks === 'function' ? await asks(services, organizationIds) : admin;
  const learner = (await contents.learner?.(services, organizationIds)) ?? asking;
  const others = (await contents.others?.(services, organizationIds)) ?? {};
  const begun = performance.now();
  await fill(database.admin, contents, { organizationIds, learnerId: learner.id }, say);
  const place = { env, adminUrl: database.adminUrl, organizationIds, admin, asking, learner, others };
  if (contents.signed === true) {
    const { signed, seconds } = await signCompleted(database.admin, place);
    await requireWhole(services);
    say(`  ${signed.toLocaleString('en')} completions signed in ${seconds.toFixed(0)} s`);
  }
  await composition.close();
  if (contents.afterwards) await database.admin.query(contents.afterwards);
  say(`  loaded in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  await database.admin.query('vacuum analyze');
  return place;
}

/** Looks at some of the signed records as `verify` does: a world whose evidence does not hold measures something else (PERF-03). */
async function requireWhole({ config, db }: Services): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select id from training_records order by random() limit 500`.execute(db);
  const faults = await recordFaults(
    config,
    db,
    rows.map(({ id }) => id),
  );
  const faulty = rows.flatMap(({ id }) => faults.get(id) ?? []);
  if (faults.size === 0 || faulty.length > 0)
    throw new Error(`The signed records do not hold: ${JSON.stringify(faulty.slice(0, 5))}`);
}

/** Starts the product on a place, and signs in who asks. */
async function openPlace(place: WorldPlace, { asks }: Contents, closing: Closing): Promise<OwnWorld> {
  const product = await startProduct(place.env);
  closing.push(async () => {
    product.kill('SIGTERM');
    await product.ended;
  });
  const asking = asks === 'learner' ? place.learner : place.asking;
  const cookieOf = async (user: FixtureUser): Promise<string> =>
    [...(await signIn(createClient(product.url), user)).cookies]
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
  const { DATABASE_URL = '', DATA_DIR = '' } = place.env;
  const pool = typedPool(DATABASE_URL);
  const admin = new pg.Pool({ connectionString: place.adminUrl, max: 2 });
  closing.push(
    () => pool.end(),
    () => admin.end(),
  );
  return {
    personId: asking.id,
    productUrl: product.url,
    product,
    dataDir: DATA_DIR,
    env: place.env,
    databaseUrl: DATABASE_URL,
    cookie: await cookieOf(asking),
    learnerCookie: await cookieOf(place.learner),
    pool,
    organizationIds: place.organizationIds,
    others: place.others,
    admin,
  };
}

async function fill(
  admin: pg.Pool,
  { insert }: Contents,
  to: { readonly organizationIds: readonly number[]; readonly learnerId: string },
  say: (line: string) => void,
): Promise<void> {
  const client = await admin.connect();
  try {
    // Triggers off, as in the other worlds.
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await insert(client, to.organizationIds, to.learnerId, say);
    await client.query('reset session_replication_role; reset synchronous_commit');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}
