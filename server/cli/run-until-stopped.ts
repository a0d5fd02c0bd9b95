import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Services } from '#server/platform/services.ts';
import type { OpenDatabase } from './open-database.ts';

/** Longest time that requests and jobs get to finish, in milliseconds. */
const patienceMs = 15_000;

/** A terminal and npm both pass on the same Ctrl-C. A signal that follows within this time is not a second request. */
const sameRequestMs = 1000;

/** Other reasons to end the process, and the replacements that tests use for the time limit and the exit. */
interface StopOptions {
  /** Resolves when the secret was rotated while this process runs: its signatures and proofs would no longer be valid (OPS-09). */
  readonly rotated?: Promise<string>;
  /** The first step, before the time that requests and jobs get. */
  readonly before?: () => Promise<void>;
  readonly limitMs?: number;
  readonly exit?: (code: number) => void;
}

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Waits for SIGTERM, Ctrl-C, the end of the terminal, or the end of the embedded database. Then runs `before` and closes in the
 * given order, so that requests finish (OPS-04). Work that takes longer than the limit is cut off with exit code 1, and
 * PostgreSQL rolls back its transaction. `announce` reports that everything runs. A second signal ends the process at once; the
 * embedded database then stops without it. Returns the exit code.
 */
export async function runUntilStopped(
  database: OpenDatabase,
  log: Logger,
  close: readonly (() => Promise<void>)[],
  announce: () => void,
  {
    rotated,
    before,
    limitMs = patienceMs,
    exit = (code: number) => void process.exit(code),
  }: StopOptions = {},
): Promise<number> {
  let stopping = false;
  const reason = await new Promise<string>((resolve) => {
    for (const signal of stopSignals) process.on(signal, () => resolve(signal));
    announce(); // only now, because a reader may respond with a signal
    rotated?.then(
      (fingerprint) => {
        log.fatal(
          { fingerprint },
          'SECRET_KEY was rotated: this server stops. Start it again with the new one.',
        );
        resolve('key');
      },
      () => undefined,
    );
    database.ended.then(
      ({ output }) => {
        if (stopping) return;
        log.fatal({ output: output.slice(-2000) }, 'the embedded database ended by itself');
        resolve('database');
      },
      (error: unknown) => {
        if (stopping) return;
        log.fatal({ err: error }, 'the embedded database failed');
        resolve('database');
      },
    );
  });
  stopping = true;
  log.info({ reason }, 'stopping');
  const asked = performance.now();
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (performance.now() - asked > sameRequestMs) process.exit(1);
    });
  }
  await before?.();
  const deadline = setTimeout(() => {
    log.error({ limitMs }, 'stopping took too long: what still ran is cut off and undone');
    exit(1);
  }, limitMs);
  for (const step of close) {
    try {
      await step();
    } catch (error) {
      log.error({ err: error }, 'a part did not stop cleanly');
    }
  }
  clearTimeout(deadline);
  return reason === 'database' || reason === 'key' ? 1 : 0;
}

/** Marks this process as not ready, and gives load balancers the time to notice while it still answers (STOP_DELAY). */
export async function leaveService({ readiness, config }: Services): Promise<void> {
  readiness.withdraw();
  await delay(config.stopDelay);
}
