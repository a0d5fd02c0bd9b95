import type { Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { Services } from '#server/platform/services.ts';
import { destinationsOf } from '../destinations/destinations.ts';
import type { Findings, VerifyReport } from '../verify/findings.ts';
import { verifyDatabase } from '../verify/verify-database.ts';
import { recordCheckers } from './record-checkers.ts';

/** The parts of the installation that are checked. */
export interface VerifyScope {
  /** The connection that reads; no other is used. */
  readonly db: Kysely<DB>;
  readonly withFiles: boolean;
  /** Collects findings and counts during the check. */
  readonly findings: Findings;
}

/** Checks this installation with its own keys, anchors, destinations and files (AUD-02); the one way in for jobs and for a restore. */
export async function verifyInstallation(
  { config, files }: Pick<Services, 'config' | 'files'>,
  { db, withFiles, findings }: VerifyScope,
): Promise<VerifyReport> {
  return verifyDatabase({
    db,
    dataDir: config.dataDir,
    keys: config,
    checkers: recordCheckers(config),
    destinations: destinationsOf(config),
    findings,
    ...(withFiles ? { files } : {}),
  });
}
