/**
 * The servers of the walk: the product itself on databases with demo data, with nothing but accounts, and with far too long
 * names. Run by global-setup.ts; it says what it is in one message and stops on SIGTERM or when its parent is gone.
 */
import { prepareDemo } from '#server/cli/demo-data.ts';
import type { Services } from '#server/platform/services.ts';
import { buildPageIfStale } from '../../scripts/build-page.ts';
import { prepareParsersIfStale } from '../../scripts/prepare-parsers.ts';
import { accounts, demoPassword } from '../e2e/facts.ts';
import { cloneDatabase, startTestCluster, type TestDatabase } from '../harness/cluster.ts';
import { startTestServer } from '../harness/server.ts';
import { createOrganization, createUser } from '../harness/world.ts';
import { fillings, type Filling, type WalkFacts, type WorldFacts } from './facts.ts';
import { lengthenNames } from './long-names.ts';
import { findPlaces } from './places.ts';

const quiet = (): void => undefined;

/** An installation on its first day: one organization, and the accounts that walk. */
async function fillWithAccounts(services: Services): Promise<void> {
  const { id: organizationId } = await createOrganization(services, { name: 'First Day', slug: 'first-day' });
  const manager = await createUser(services, {
    email: accounts.manager,
    password: demoPassword,
    role: 'manager',
    organizationId,
    settings: { timezone: 'UTC' },
  });
  await createUser(services, {
    email: accounts.admin,
    password: demoPassword,
    role: 'admin',
    organizationId: null,
  });
  await createUser(services, {
    email: accounts.learner,
    password: demoPassword,
    organizationId,
    managerId: manager.id,
  });
  for (const kind of ['hr', 'inspector'] as const) {
    await createUser(services, {
      email: accounts[kind],
      password: demoPassword,
      organizationId,
      grants: [{ kind, organizationId }],
    });
  }
}

async function fill(filling: Filling, services: Services, database: TestDatabase): Promise<void> {
  if (filling === 'none') return fillWithAccounts(services);
  await prepareDemo(services, quiet, database.adminUrl);
  if (filling === 'long') await lengthenNames(database.admin);
}

if (!(await buildPageIfStale(quiet))) throw new Error('The page could not be built');
await prepareParsersIfStale();
const cluster = await startTestCluster(process.env.DATABASE_URL);
const wanted = fillings.filter((filling) => (process.env.WALK_WORLDS ?? fillings.join()).includes(filling));
const worlds = await Promise.all(
  wanted.map(async (filling) => {
    const database = await cloneDatabase(cluster.facts);
    const server = await startTestServer({ db: database, config: { demoPassword } });
    await fill(filling, server.services, database);
    const facts: WorldFacts = { url: server.url, places: await findPlaces(server.url) };
    return { filling, facts, database, server };
  }),
);

const stop = async (): Promise<void> => {
  await Promise.all(worlds.map(({ server }) => server.close()));
  await Promise.all(worlds.map(({ database }) => database.drop()));
  await cluster.stop();
  process.exit(0);
};
let stopping = false;
const stopOnce = (): void => {
  if (stopping) return;
  stopping = true;
  void stop();
};
process.once('SIGTERM', stopOnce);
process.once('SIGINT', stopOnce);
process.once('disconnect', stopOnce);

process.send?.(
  Object.fromEntries(worlds.map(({ filling, facts }) => [filling, facts])) satisfies Partial<WalkFacts>,
);
