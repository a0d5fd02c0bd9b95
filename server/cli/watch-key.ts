import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import type { Services } from '#server/platform/services.ts';

/** How often a server looks whether its secret is still that of the installation, besides being told. */
const interval = 20_000;

/** Watches whether the secret is rotated under a running server (OPS-09). */
export interface KeyWatch {
  /** Resolves with the new fingerprint; never while the secret stays. */
  readonly rotated: Promise<string>;
  readonly stop: () => void;
}

/** Looks for a rotation of the secret: at once where PostgreSQL tells of it, and every 20 seconds, since a message can be lost. */
export function watchKey({ config, db, listener, log }: Services): KeyWatch {
  const own = fingerprintOf(config);
  const { promise, resolve } = Promise.withResolvers<string>();
  const look = (): void => {
    db.selectFrom('installation')
      .select('keyFingerprint')
      .executeTakeFirst()
      .then(
        (row) => {
          if (row && row.keyFingerprint !== own) resolve(row.keyFingerprint);
        },
        (error: unknown) => log.warn({ err: error }, 'the fingerprint of the secret could not be read'),
      );
  };
  const stopListening = listener.subscribe('installation_key', look);
  const timer = setInterval(look, interval);
  timer.unref();
  return {
    rotated: promise,
    stop: () => {
      stopListening();
      clearInterval(timer);
    },
  };
}
