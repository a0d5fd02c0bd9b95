/**
 * The server of a browser run: the product itself, on a throw-away cluster with demo data and its jobs, on a free port.
 * Run by global-setup.ts; it says what it is in one line of JSON and stops on SIGTERM or when its parent is gone.
 */
import { prepareDemo } from '#server/cli/demo-data.ts';
import {
  beginInstallation,
  destinationsOf,
  recordDestinations,
  sealAll,
  sealerOf,
  sendHeadJobs,
  startSealing,
} from '#server/domains/audit/index.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { buildPageIfStale } from '../../scripts/build-page.ts';
import { prepareParsersIfStale } from '../../scripts/prepare-parsers.ts';
import { cloneDatabase, startTestCluster } from '../harness/cluster.ts';
import { startTestServer } from '../harness/server.ts';
import { demoPassword, type ServerFacts } from './facts.ts';
import { openMailbox } from './mailbox.ts';

const quiet = (): void => undefined;

if (!(await buildPageIfStale(quiet))) throw new Error('The page could not be built');
await prepareParsersIfStale();
const cluster = await startTestCluster(process.env.DATABASE_URL);
const database = await cloneDatabase(cluster.facts);
const mailbox = await openMailbox();
const config = {
  demoPassword,
  smtp: { url: mailbox.url },
  // Receivers of the tests are on this machine.
  webhookPrivateHosts: ['127.0.0.1'],
  ...(process.argv.includes('--copies') && {
    // A folder that takes copies of the seals, and a log server that does not.
    headDestinations: { folder: mailbox.folder, mailTo: [], syslog: new URL('tcp://127.0.0.1:9') },
  }),
};
const server = await startTestServer({ db: database, config });
await prepareDemo(server.services, quiet, database.adminUrl);
// As in the product: a day whose figures are kept while the demo writes its past would differ from the records.
await server.services.jobs.start(server.services, jobDefinitions);
const stopSealing = startSealing(server.services);

const destinations = destinationsOf(server.services.config);
if (destinations.length > 0) {
  await beginInstallation(server.services);
  await recordDestinations(server.services.db, destinations);
  await sealAll(sealerOf(server.services));
  const jobs = sendHeadJobs.filter(({ worksHere }) => worksHere?.(server.services.config));
  await Promise.all(jobs.map((job) => job.run(server.services, {})));
}

const stop = async (): Promise<void> => {
  await stopSealing();
  await server.close();
  await database.drop();
  await cluster.stop();
  await mailbox.close();
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

const facts: ServerFacts = {
  url: server.url,
  adminUrl: database.adminUrl,
  databaseUrl: database.url,
  secretKey: server.services.config.secretKey.toString('base64'),
  mails: mailbox.folder,
};
process.send?.(facts);
