import type { Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { createClock } from '#server/platform/clock/clock.ts';
import type { DB } from '#server/db/db.d.ts';

/** Whether this process can do its work, as load balancers ask it (OPS-04). */
export interface Readiness {
  /**
   * Returns the milliseconds by which the database's clock is ahead. Throws if the database does not answer within a few seconds,
   * and STOPPING once this process is about to stop.
   */
  check(): Promise<number>;
  /** Marks this process as not ready: load balancers send no new requests while it still answers. */
  withdraw(): void;
}

/**
 * Checks over a separate connection, so that a busy pool does not take a server out of service (OPS-10). Simultaneous requests
 * get the same answer.
 */
export function createReadiness(db: Kysely<DB>): Readiness {
  const clock = createClock(db);
  let looking: Promise<number> | undefined;
  let withdrawn = false;
  const look = async (): Promise<number> => {
    try {
      return await clock.distance();
    } finally {
      looking = undefined;
    }
  };
  return {
    check: async () => {
      if (withdrawn) throw new AppError('STOPPING');
      return await (looking ??= look());
    },
    withdraw: () => {
      withdrawn = true;
    },
  };
}
