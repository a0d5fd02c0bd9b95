import { fromKysely, PgBoss, type ConstructorOptions, type JobResult, type JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { runAs } from '#server/platform/command/origin.ts';
import type { JobDefinition, Jobs } from '#server/platform/jobs/jobs.ts';
import { connectionsOutsidePool } from '#server/platform/postgres/connections.ts';
import type { Services } from '#server/platform/services.ts';

/** The connection to the queue's database: a socket folder with role, or a connection string. */
export type QueueConnection = Pick<
  ConstructorOptions,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'
>;

const schema = 'pgboss';

const hour = 3600;

/** Installs or upgrades the queue's own schema; called by `migrate` with the administrator's connection. */
export async function migrateQueue(connection: QueueConnection): Promise<void> {
  const boss = new PgBoss({ ...connection, schema, max: 2, supervise: false, schedule: false });
  let failure: unknown;
  boss.on('error', (error) => {
    failure = error;
  });
  await boss.start();
  await boss.stop({ graceful: false });
  if (failure) throw failure;
}

/**
 * Creates the queue of DESIGN rule 8 on pg-boss: jobs are enqueued in the command's transaction, each runs on one server, a
 * killed worker's job is taken over when its heartbeat ends (OPS-03).
 */
export async function createJobs(
  connection: QueueConnection,
  definitions: readonly JobDefinition[],
  log: Logger,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...connection,
    schema,
    max: connectionsOutsidePool.jobs,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    supervise: true,
    schedule: true,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
    // The application's role owns no tables of the queue: their upkeep is autovacuum's.
    reindex: false,
    monitorVacuum: false,
    application_name: 'traintrail jobs',
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error'));
  await boss.start();
  const stopping = new AbortController();
  for (const job of definitions) {
    await boss.createQueue(job.name, {
      // Only queues of this policy compare keys of pending jobs.
      policy: job.waitsOnceFor ? 'short' : 'standard',
      retryLimit: job.retryLimit ?? 5,
      retryDelay: job.retryDelaySeconds ?? 5,
      retryBackoff: true,
      retryDelayMax: 3600,
      heartbeatSeconds: 30,
      expireInSeconds: hour,
      notify: true,
    });
  }
  return {
    enqueue: async <Data extends z.ZodType>(
      tx: Parameters<Jobs['enqueue']>[0],
      job: JobDefinition<Data>,
      items: readonly z.input<Data>[],
    ) => {
      const jobs = items.map((item) => {
        const data = job.data.parse(item);
        return {
          data: data as object,
          // Jobs of one fetch run one after the other, and the time of each counts from the fetch.
          ...(job.mostHours !== undefined && { expireInSeconds: job.mostHours * hour }),
          ...(job.waitsOnceFor && { singletonKey: job.waitsOnceFor(data) }),
        };
      });
      if (jobs.length > 0) await boss.insert(job.name, jobs, { db: fromKysely(tx.withoutPlugins()) });
    },
    start: async (services, started) => {
      for (const job of started) {
        if (job.worksHere?.(services.config) === false) continue;
        // Fetches a batch and works on it one by one. While batches are full, the next follows at once.
        await boss.work(
          job.name,
          {
            localConcurrency: job.concurrency ?? 1,
            pollingIntervalSeconds: 2,
            batchSize: job.batchSize ?? 10,
            burstWhenBatchFull: true,
            perJobResults: true,
            includeMetadata: true,
          },
          async (batch) => {
            const results: JobResult[] = [];
            for (const item of batch) results.push(await runOne(services, job, item, stopping.signal));
            return results;
          },
        );
        if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' });
      }
    },
    stop: async () => {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

/** Runs one job of a batch; its failure does not affect the others, is stored with it, and the job is tried again. */
async function runOne(
  services: Services,
  job: JobDefinition,
  item: Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'retryCount' | 'retryLimit'>,
  stopping: AbortSignal,
): Promise<JobResult> {
  const begun = performance.now();
  const ended = (outcome: 'completed' | 'failed'): void =>
    services.metrics.jobEnded(job.name, outcome, (performance.now() - begun) / 1000);
  try {
    // A tick of the schedule brings no data.
    const isLastTry = item.retryCount >= item.retryLimit;
    const data = job.data.parse(item.data ?? {});
    await runAs({ job: job.name }, () => job.run(services, data, stopping, isLastTry));
    ended('completed');
    return { id: item.id, status: 'completed' };
  } catch (error) {
    ended('failed');
    services.log.error({ err: error, job: job.name }, 'job failed');
    return {
      id: item.id,
      status: 'failed',
      output: { message: error instanceof Error ? error.message : String(error) },
    };
  }
}
