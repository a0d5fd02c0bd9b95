import type { Kysely } from 'kysely';
import { copyState } from '#shared/domain/integrity/copies.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  destinationsOf,
  DestinationWarning,
  readSentStates,
  type HeadDestination,
} from '#server/domains/audit/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import { Warning, type Examination } from './examination.ts';

/**
 * Returns an examination for each place to which the newest seal is sent (AUD-02): whether the place answers, and the last seal
 * there. Returns a warning if there is no such place.
 */
export function copyExaminations(config: Config, db: Kysely<DB>): readonly Examination[] {
  const destinations = destinationsOf(config);
  if (destinations.length === 0) return [{ name: 'copies of the seals', look: () => Promise.reject(none) }];
  return destinations.map((destination) => ({
    name: `copies of the seals, ${destination.kind.replace('_', ' ')} ${destination.place}`,
    look: () => lookAtCopies(config, db, destination),
  }));
}

const none = new Warning(
  'no copy leaves this installation, so that nothing shows a trail that was rewritten from the beginning; ' +
    'set ANCHOR_DIR, ANCHOR_S3_BUCKET, ANCHOR_MAIL_TO, ANCHOR_SYSLOG or TIMESTAMP_URL (docs/operations.md)',
);

async function lookAtCopies(config: Config, db: Kysely<DB>, destination: HeadDestination): Promise<string> {
  const { kind, place } = destination;
  const [answer, warning] = await probed(destination);
  const state = (await readSentStates(db)).find((one) => one.kind === kind && one.place === place);
  const facts = state ?? { kind, sentNumber: null, lagSeconds: 0, error: null };
  const standing = copyState(facts);
  if (standing === 'failed') throw new Error(`${answer}, but the last attempt failed: ${facts.error ?? ''}`);
  // An embedded database that was not running could not send in the meantime; its server does so at its start.
  if (standing === 'delayed' && config.database.kind === 'server')
    throw new Error(
      `${answer}, but a seal has waited ${Math.round(facts.lagSeconds)} s to be sent: is a worker running?`,
    );
  const sent = facts.sentNumber === null ? 'nothing sent yet' : `sent up to seal ${String(facts.sentNumber)}`;
  if (warning) throw new Warning(`${answer}; ${sent}`);
  return `${answer}; ${sent}`;
}

async function probed(destination: HeadDestination): Promise<readonly [answer: string, warning: boolean]> {
  try {
    return [await destination.probe(), false];
  } catch (error) {
    if (error instanceof DestinationWarning) return [error.message, true];
    throw error;
  }
}
