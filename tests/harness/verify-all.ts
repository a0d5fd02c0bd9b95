/** The command `verify` on the database of a test server (AUD-02). */
import { recordCheckers } from '#server/cli/record-checkers.ts';
import {
  readSealLag,
  sealerOf,
  sealOnce,
  verifyDatabase,
  type VerifyReport,
} from '#server/domains/audit/index.ts';
import type { Services } from '#server/platform/services.ts';
import { until } from './poll.ts';

/** Seals the whole trail and checks it with everything that `verify` checks. */
export async function verifyAll(services: Services): Promise<VerifyReport> {
  const { config, db, files } = services;
  const sealer = sealerOf(services);
  await until('the trail is sealed', async () => {
    await sealOnce(sealer);
    return (await readSealLag(db)).unsealed === 0;
  });
  return verifyDatabase({
    db,
    dataDir: config.dataDir,
    keys: config,
    files,
    checkers: recordCheckers(config),
  });
}
