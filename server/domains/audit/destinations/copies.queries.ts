import type { Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { integrityChecksContract } from '#shared/contract/integrity-checks.ts';
import { copyState } from '#shared/domain/integrity/copies.ts';
import type { DB } from '#server/db/db.d.ts';
import type { Config } from '#server/platform/config/config.ts';
import { destinationsOf } from './destinations.ts';
import { readSentStates } from './sent-heads.ts';

type CopyView = ResponseInput<typeof integrityChecksContract.copies>[number];

/** Returns the configured places, with the newest seal in each (AUD-02). */
export async function listCopies(
  config: Pick<Config, 'headDestinations' | 'dataDir'>,
  db: Kysely<DB>,
): Promise<readonly CopyView[]> {
  const states = await readSentStates(db);
  return destinationsOf(config).map(({ kind, place }) => {
    const known = states.find((state) => state.kind === kind && state.place === place);
    const { sentNumber = null, sentAt = null, error = null, lagSeconds = 0 } = known ?? {};
    return {
      kind,
      place,
      sentNumber,
      sentAt,
      error,
      state: copyState({ kind, sentNumber, error, lagSeconds }),
    };
  });
}
