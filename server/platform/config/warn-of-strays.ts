import type { Logger } from 'pino';
import { strayText } from './stray-variables.ts';
import type { Config } from './config.ts';

/** Logs the variables that have no effect although they were probably meant for this product (OPS-10). */
export function warnOfStrays({ strays }: Config, log: Logger): void {
  for (const stray of strays) log.warn(stray, strayText(stray));
}
