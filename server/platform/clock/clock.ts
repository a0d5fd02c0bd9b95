import { sql, type Kysely } from 'kysely';

/**
 * Node's clock, held to the database's: `app_now()` decides every time that is stored (DI-01), this one only timers
 * and tokens made in the process. In a throw-away test cluster its superuser may shift `app_now()`; both then shift.
 */
export interface Clock {
  now(): Date;
  /** Reads the distance between `app_now()` and this machine's clock again. */
  synchronize(): Promise<void>;
}

/** Makes the clock of a process; call `synchronize` at start. */
export function createClock<DB>(db: Kysely<DB>): Clock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    synchronize: async () => {
      const before = Date.now();
      const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db);
      const after = Date.now();
      const now = rows[0]?.now;
      if (now) offset = now.getTime() - (before + after) / 2;
    },
  };
}
