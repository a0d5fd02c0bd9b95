import type { Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { Findings } from './findings.ts';

/**
 * A check that an area adds to `verify`: it reads in the one snapshot of the run and adds what it finds. The composition
 * (server/domains/audit/runs/record-checkers.ts) lists them.
 */
export interface RecordChecker {
  readonly name: string;
  check(tx: Transaction<DB>, findings: Findings): Promise<void>;
}
