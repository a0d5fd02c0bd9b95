import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import type { Services } from '#server/platform/services.ts';
import { anchorFile } from './anchors.ts';
import { sealOnce, type Sealer } from './commands/seal.ts';
import { installationSealingKey, ringSealingKeys } from './sealing-key.ts';

/** How often each process seals, in milliseconds. */
const interval = 20_000;

/** Returns the parts with which this process seals. */
export function sealerOf(services: Pick<Services, 'config' | 'db' | 'log'>): Sealer {
  const { config, db, log } = services;
  return {
    db,
    key: installationSealingKey(config),
    fingerprint: fingerprintOf(config),
    formerKeys: ringSealingKeys(config).slice(1),
    anchorFile: anchorFile(config.dataDir),
    onSeal: (seal) => log.info({ seal }, 'audit trail sealed'),
  };
}

/**
 * Seals the trail in this process every 20 seconds (AUD-02). Any number of processes may do so, one at a time. A queue would be
 * too slow, because its schedule has whole minutes. Returns a function that stops sealing and waits for a seal in progress.
 */
export function startSealing(services: Pick<Services, 'config' | 'db' | 'log'>): () => Promise<void> {
  const sealer = { ...sealerOf(services), apart: interval / 2000 };
  let running: Promise<unknown> = Promise.resolve();
  let busy = false;
  const tick = (): void => {
    if (busy) return;
    busy = true;
    running = sealOnce(sealer)
      .catch((error: unknown) => services.log.error({ err: error }, 'the audit trail could not be sealed'))
      .finally(() => {
        busy = false;
      });
  };
  tick();
  const timer = setInterval(tick, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
