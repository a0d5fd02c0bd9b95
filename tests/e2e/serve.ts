/**
 * The server of a browser run: the product itself, on a throw-away cluster with demo data and its jobs, on a free port.
 * Run by global-setup.ts; it says what it is in one line of JSON and stops on SIGTERM or when its parent is gone. A test that changes the
 * installation runs it again: for a server, database and files of its own on the cluster of the first.
 */
import fs from 'node:fs';
import {
  startInstallation,
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
import { startTestCluster } from '../harness/cluster.ts';
import { startTestServer } from '../harness/server.ts';
import { copyDemo, fillDemo } from './demo-template.ts';
import { demoPassword, isRunning, serverFacts, type ServerFacts } from './facts.ts';
import { openMailbox } from './mailbox.ts';

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

/** The cluster with the demo data of the run: of the first server, else one that this server makes. */
async function prepareRun() {
  if (isRunning()) return { demo: serverFacts().demo, end: async (): Promise<void> => undefined };
  if (!(await buildPageIfStale(() => undefined))) throw new Error('The page could not be built');
  await prepareParsersIfStale();
  const cluster = await startTestCluster(process.env.DATABASE_URL);
  const demo = await fillDemo(cluster.facts, { demoPassword, smtp: { url: mailbox.url } });
  const end = async (): Promise<void> => {
    await cluster.stop();
    fs.rmSync(demo.files, { recursive: true, force: true });
  };
  return { demo, end };
}

const run = await prepareRun();
const { database, dataDir, drop } = await copyDemo(run.demo);
const server = await startTestServer({ db: database, config, dataDir });
await server.services.jobs.start(server.services, jobDefinitions);
const stopSealing = startSealing(server.services);

const destinations = destinationsOf(server.services.config);
if (destinations.length > 0) {
  await startInstallation(server.services);
  await recordDestinations(server.services.db, destinations);
  await sealAll(sealerOf(server.services));
  const jobs = sendHeadJobs.filter(({ worksHere }) => worksHere?.(server.services.config));
  await Promise.all(jobs.map((job) => job.run(server.services, {})));
}

const stop = async (): Promise<void> => {
  await stopSealing();
  await server.close();
  await drop();
  await run.end();
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
  demo: run.demo,
};
process.send?.(facts);
