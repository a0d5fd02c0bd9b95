import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#server/db/db.d.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/services.ts';

/** A kind of background work, declared by its area in `<area>.jobs.ts` (DESIGN rule 8). */
export interface JobDefinition<Data extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly data: Data;
  /** A cron expression in UTC for a sweep that runs on schedule, exactly once for any number of servers. */
  readonly schedule?: string;
  readonly retryLimit?: number;
  readonly retryDelaySeconds?: number;
  /** The number of jobs of this kind that one process runs at a time, 1 unless set. */
  readonly concurrency?: number;
  /** The number of jobs of this kind that are fetched at once and then run one after the other, 10 unless set. */
  readonly batchSize?: number;
  /** The hours that one job may take before another process starts it again, 1 unless set, at most 24. */
  readonly mostHours?: number;
  /** At most one job with the same answer waits: a second one for the same thing is not enqueued. */
  readonly waitsOnceFor?: (data: z.output<Data>) => string;
  /** Whether a process of this configuration can do it at all; left out: every one can. */
  readonly worksHere?: (config: Config) => boolean;
  /**
   * Runs the job. It must be safe to run twice. Long work ends at the signal, which is given when this process stops, and is done
   * later. After the last try, the queue does not try again.
   */
  run(services: Services, data: z.output<Data>, stopping?: AbortSignal, isLastTry?: boolean): Promise<void>;
}

/** The queue in PostgreSQL. */
export interface Jobs {
  /** Enqueues in the command's transaction, all in one statement: a rollback leaves no job. */
  enqueue<Data extends z.ZodType>(
    tx: Transaction<DB>,
    job: JobDefinition<Data>,
    items: readonly z.input<Data>[],
  ): Promise<void>;
  /** Starts working on the definitions; called by worker processes and by `serve`. */
  start(services: Services, definitions: readonly JobDefinition[]): Promise<void>;
  stop(): Promise<void>;
}

declare module '#server/platform/services.ts' {
  interface Services {
    readonly jobs: Jobs;
  }
}

/** Declares a kind of job with the type of its data. */
export function defineJob<Data extends z.ZodType>(job: JobDefinition<Data>): JobDefinition<Data> {
  return job;
}
