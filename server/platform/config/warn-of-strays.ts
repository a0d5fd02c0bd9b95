import type { Logger } from 'pino';
import { strayText } from './stray-variables.ts';
import type { Config } from './config.ts';

/** Says in the log which variables have no effect though somebody seems to count on them (OPS-10). */
export function warnOfStrays({ strays }: Config, log: Logger): void {
  for (const stray of strays) log.warn(stray, strayText(stray));
}
