import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import type { Services } from '#server/platform/services.ts';

/** The interval at which a server checks that its secret is still that of the installation, in addition to notifications. */
const interval = 20_000;

/** Watches whether the secret is rotated under a running server (OPS-09). */
export interface KeyWatch {
  /** Resolves with the new fingerprint; never while the secret stays. */
  readonly rotated: Promise<string>;
  readonly stop: () => void;
}

/** Looks for a rotation of the secret: at once after a notification of PostgreSQL, and every 20 seconds, because a message can be lost. */
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
