import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { createDatabase, type Database } from '#server/db/database.ts';
import { poolConfig, type Connection } from '#server/db/connection.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { mailTemplates } from '#server/mail-templates.ts';
import { measuresOf } from '#server/measures.ts';
import { createClock } from '#server/platform/clock/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import { nodeStoreFs, readableStoreFs } from '#server/platform/files/store-fs.ts';
import { createJobs } from '#server/platform/jobs/pg-boss-jobs.ts';
import { createListener } from '#server/platform/jobs/pg-listener.ts';
import { createMailer } from '#server/platform/mail/mailer.ts';
import { createMetrics } from '#server/platform/metrics/metrics.ts';
import { connectionsOutsidePool } from '#server/platform/postgres/connections.ts';
import { createReadiness } from '#server/platform/postgres/readiness.ts';
import { createSandbox } from '#server/platform/sandbox/sandbox.ts';
import type { Services } from '#server/platform/services.ts';
import { subscriptions } from '#server/subscriptions.ts';

/** The services of one process and the function that closes them all. */
export interface Composition {
  readonly services: Services;
  close(): Promise<void>;
}

/** Version of the product, from package.json. */
export const productVersion = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Milliseconds for callers that check every few seconds and must find out about faults. */
const quick = { connectTimeout: 3000, statementTimeout: 3000, answerTimeout: 4000, lockTimeout: 1000 };

/** Connections of the pool that stay open: one more than the learner's home needs at once (PERF-03). */
const keptOpen = 4;

/** Puts the services of one process together over a migrated database (the application's role). */
export async function composeServices(
  config: Config,
  connection: Connection,
  log: Logger,
): Promise<Composition> {
  let closing = false;
  // An embedded database that stops right after its last client ends connections that are closing already.
  const onError = (error: Error): void => {
    log[closing ? 'debug' : 'warn']({ err: error }, 'lost a database connection');
  };
  const database = createDatabase(connection, {
    max: config.databasePool,
    kept: keptOpen,
    ...config.statements,
    onError,
  });
  // Separate connections, because both must answer while every connection of the pool is in use.
  const [readinessDatabase, metricsDatabase] = (['readiness', 'metrics'] as const).map((use) =>
    createDatabase(connection, {
      ...quick,
      max: connectionsOutsidePool[use],
      name: `traintrail ${use}`,
      onError,
    }),
  ) as [Database, Database];
  const clock = createClock(database.db);
  await clock.synchronize();
  const listener = createListener(poolConfig(connection), log);
  const stopWatchingClock = listener.subscribe('app_clock', () => {
    clock.synchronize().catch((error: unknown) => log.warn({ err: error }, 'clock not synchronized'));
  });
  const jobs = await createJobs(poolConfig(connection), jobDefinitions, log);
  const mailer = config.smtp ? createMailer(config.smtp.url, config.mailFrom) : null;
  const services: Services = {
    config,
    db: database.db,
    clock,
    log,
    files: createFolderStore(
      config.filesDir,
      (error, what) => log.warn({ err: error }, what),
      config.sendFilesBy === undefined ? nodeStoreFs : readableStoreFs,
    ),
    sandbox: createSandbox(log, { limits: config.parser }),
    jobs,
    mailer,
    mailTemplates,
    listener,
    readiness: createReadiness(readinessDatabase.db),
    subscribers: subscriptions,
    metrics: createMetrics(measuresOf(metricsDatabase.db, database.pool), (error, name) =>
      log.warn({ err: error, measure: name }, 'a measure could not be read'),
    ),
    version: productVersion,
  };
  return {
    services,
    close: async () => {
      closing = true;
      stopWatchingClock();
      await jobs.stop();
      await listener.stop();
      services.sandbox.close();
      mailer?.close();
      await Promise.all([readinessDatabase, metricsDatabase, database].map((each) => each.close()));
    },
  };
}
