/** Connections to the database that each process holds at most in addition to its pool (`DATABASE_POOL`), by purpose. */
export const connectionsOutsidePool = {
  jobs: 4,
  jobMessages: 1,
  messages: 1,
  readiness: 1,
  metrics: 1,
} as const;

/** Connections to the database that a process with a pool of this size takes at most (OPS-10). */
export const connectionsOfProcess = (pool: number): number =>
  Object.values(connectionsOutsidePool).reduce((sum, count) => sum + count, pool);

/** What the listening connection is called: every server and worker has exactly one. */
export const listenerName = 'traintrail listener';
