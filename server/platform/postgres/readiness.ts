import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

/** Whether this process can do its work, as load balancers ask it (OPS-04). */
export interface Readiness {
  /** Throws where the database does not answer within a few seconds. */
  check(): Promise<void>;
}

/**
 * Looks over a connection of its own, so that a busy pool does not take a server out of service (OPS-10). Everybody who asks at
 * the same time gets the same answer.
 */
export function createReadiness(db: Kysely<DB>): Readiness {
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      await sql`select 1`.execute(db);
    } finally {
      looking = undefined;
    }
  };
  return { check: () => (looking ??= look()) };
}
