import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { isDatabaseUnavailable } from '#server/platform/postgres/unavailable.ts';
import type { Findings } from './findings.ts';

/** The statement was cancelled: somebody ended the check, or the process stops. */
const cancelled = '57014';

/**
 * Runs one part of a check (AUD-02). If it fails because of a value that the product cannot have written, that is a finding, and
 * the other parts continue. Throws only if the check as a whole was ended or the database is not available.
 */
export async function checkPart(
  tx: Transaction<DB>,
  findings: Findings,
  name: string,
  check: () => Promise<void>,
): Promise<void> {
  await sql`savepoint check_part`.execute(tx);
  try {
    await check();
    await sql`release savepoint check_part`.execute(tx);
  } catch (error) {
    if (!(error instanceof Error) || isDatabaseUnavailable(error)) throw error;
    if ('code' in error && error.code === cancelled) throw error;
    await sql`rollback to savepoint check_part`.execute(tx);
    findings.add('check_failed', name, error.message);
  }
}
