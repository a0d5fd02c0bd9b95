import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';

/**
 * The greatest allowed difference between the clocks of the database and of this machine. Beyond it nobody can sign, because
 * a signature states the time.
 */
export const clockLimitMs = 60_000;

/**
 * Node's clock, aligned with the database's: `app_now()` decides every stored time (DI-01), this one only timers and tokens
 * created in the process. In a temporary test cluster its superuser may shift `app_now()`; both then shift.
 */
export interface Clock {
  now(): Date;
  /** Reads the distance between `app_now()` and this machine's clock again. */
  synchronize(): Promise<void>;
  /**
   * Returns the milliseconds by which the unshifted clock of the database is ahead of this machine's, from the given response or
   * from a new request.
   */
  distance(told?: DatabaseTime): Promise<number>;
}

/** The time of the database's own clock in a statement, between two readings of this machine's, in milliseconds. */
export interface DatabaseTime {
  readonly before: number;
  readonly now: number;
  readonly after: number;
}

/** Creates the clock of a process; call `synchronize` at start. */
export function createClock<DB>(db: Kysely<DB>): Clock {
  let offset = 0;
  const ahead = async (instant: 'app_now' | 'clock_timestamp'): Promise<number> => {
    const before = Date.now();
    const { rows } = await sql<{ now: Date }>`select ${sql.raw(instant)}() as now`.execute(db);
    const after = Date.now();
    const now = rows[0]?.now;
    if (!now) throw new Error('the database told no time');
    return apart({ before, now: now.getTime(), after });
  };
  return {
    now: () => new Date(Date.now() + offset),
    synchronize: async () => {
      offset = await ahead('app_now');
    },
    distance: async (told) => (told ? apart(told) : ahead('clock_timestamp')),
  };
}

const apart = ({ before, now, after }: DatabaseTime): number => now - (before + after) / 2;

/** Checks the clocks before a signature (SIG-02). Throws CLOCK_WRONG if database and machine are more than a minute apart. */
export async function assertClocksAgree(clock: Clock, told?: DatabaseTime): Promise<void> {
  const distance = await clock.distance(told);
  if (Math.abs(distance) > clockLimitMs)
    throw new AppError('CLOCK_WRONG', { extra: { seconds: Math.round(distance / 1000) } });
}
