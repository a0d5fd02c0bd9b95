/** The maximum numbers of connections to the database of each process in addition to its pool (`DATABASE_POOL`), by purpose. */
export const connectionsOutsidePool = {
  jobs: 4,
  jobMessages: 1,
  messages: 1,
  readiness: 1,
  metrics: 1,
} as const;

/** Returns the maximum number of connections to the database of a process with a pool of this size (OPS-10). */
export const connectionsOfProcess = (pool: number): number =>
  Object.values(connectionsOutsidePool).reduce((sum, count) => sum + count, pool);

/** The name of the listening connection: every server and worker has exactly one. */
export const listenerName = 'traintrail listener';
