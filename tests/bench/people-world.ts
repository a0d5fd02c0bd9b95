/** Worlds of so many people and nothing else, for the list of people: each a database and a product of its own. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import { composeServices } from '#server/compose.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { startEmbedded } from '#server/platform/postgres/embedded.ts';
import { connectionUrl } from '#server/platform/postgres/url.ts';
import { createClient } from '#tests/harness/client.ts';
import { cloneDatabase, startTestCluster, type ClusterFacts } from '#tests/harness/cluster.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct } from '#tests/harness/product.ts';
import { createOrganizations, createUser, signIn } from '#tests/harness/world.ts';

/** One database with so many people, and the product on it. */
export interface PeopleWorld {
  readonly people: number;
  /** Where raw pg finds the same rows. */
  readonly databaseUrl: string;
  readonly productUrl: string;
  readonly cookie: string;
  readonly organizationId: number;
}

/** Some of everything that the list tells apart: roles, people who are inactive, people who have not begun, managers. */
const insertPeople = `
  insert into users (id, email, first_name, last_name, role, organization_id, job_title, onboarding_completed, is_active,
    must_change_password, manager_id, last_sign_in_at, created_at)
  select 'u_bench_' || lpad(n::text, 6, '0'), 'person' || n || '@bench.example', 'First' || (n::bigint * 7919 % 997),
    'Last' || (n::bigint * 104729 % 4999), case when n % 50 = 0 then 'manager' else 'learner' end,
    ($1::int[])[1 + n % cardinality($1::int[])],
    (array['Clinical Research', 'Data Management', 'Nurse', 'Investigator'])[1 + n % 4],
    n % 40 <> 0, n % 33 <> 0, n % 40 = 0, case when n > 1000 then 'u_bench_' || lpad((50 * (1 + n % 20))::text, 6, '0') end,
    app_now() - make_interval(hours => n % 700), app_now() - make_interval(mins => n)
  from generate_series(1, $2::int) n`;

const insertPasswords = `
  insert into temporary_credentials (user_id, kind, ciphertext, key_id, expires_at)
  select id, 'generated', 'sealed', 'bench', app_now() + interval '7 days' from users where must_change_password`;

/** Makes one world of each size on one durable cluster; some seconds for 100,000 people. */
export async function makePeopleWorlds(
  sizes: readonly number[],
  say: (line: string) => void,
): Promise<{ readonly worlds: readonly PeopleWorld[]; readonly close: () => Promise<void> }> {
  const embedded = await startEmbedded({ tcp: true });
  const cluster = await startTestCluster(connectionUrl(embedded.superuserConnection));
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.toReversed()) await step();
    await cluster.stop();
    await embedded.stop();
  };
  try {
    const worlds: PeopleWorld[] = [];
    for (const people of sizes) {
      worlds.push(await makePeopleWorld(cluster.facts, people, closing));
      say(`  ${people.toLocaleString('en')} people`);
    }
    return { worlds, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makePeopleWorld(
  facts: ClusterFacts,
  people: number,
  closing: (() => Promise<void>)[],
): Promise<PeopleWorld> {
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
  const admin = await createUser(services, { role: 'admin' });
  await composition.close();
  await load(
    database.admin,
    organizations.map(({ id }) => id),
    people,
  );
  const product = await startProduct(env);
  closing.push(async () => {
    product.kill('SIGTERM');
    await product.ended;
  });
  const client = await signIn(createClient(product.url), admin);
  return {
    people,
    databaseUrl: database.url,
    productUrl: product.url,
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    organizationId: organizations[2]?.id ?? 0,
  };
}

async function load(admin: pg.Pool, organizationIds: readonly number[], people: number): Promise<void> {
  const client = await admin.connect();
  try {
    // Triggers off, as in the other worlds; the sums that they keep are made afterwards.
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    await client.query(insertPeople, [organizationIds, people]);
    await client.query(insertPasswords);
    await client.query('reset session_replication_role; reset synchronous_commit');
    await client.query('select recount_people()');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}
