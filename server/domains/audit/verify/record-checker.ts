import type { Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { Findings } from './findings.ts';

/**
 * A check that an area adds to `verify`. It reads in the one snapshot of the run and adds what it finds.
 * server/domains/audit/runs/record-checkers.ts lists all of them.
 */
export interface RecordChecker {
  readonly name: string;
  /** The exempt tables that it counts again (AUD-04). The list of tables decides which ones need this. */
  readonly recomputes?: readonly string[];
  check(tx: Transaction<DB>, findings: Findings): Promise<void>;
}
