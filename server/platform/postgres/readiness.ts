import type { Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { createClock } from '#server/platform/clock/clock.ts';
import type { DB } from '#server/db/db.d.ts';

/** Whether this process can do its work, as load balancers ask it (OPS-04). */
export interface Readiness {
  /**
   * Answers by how many milliseconds the database's clock is ahead. Throws where the database does not answer within a few seconds,
   * and STOPPING once this process is about to stop.
   */
  check(): Promise<number>;
  /** From now on this process is not ready: load balancers send nothing new while it still answers. */
  withdraw(): void;
}

/**
 * Looks over a connection of its own, so that a busy pool does not take a server out of service (OPS-10). Everybody who asks at
 * the same time gets the same answer.
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
