import { main } from '#server/main.ts';
import { buildPageIfStale } from './build-page.ts';
import { finishWith } from './finish-with.ts';

/** What `npm start` does differently from production; a variable that is set wins. */
function setDefaults(): void {
  if ((process.env.DATABASE_URL ?? '') !== '') return;
  process.env.DEMO ??= '1';
  process.env.LOG_LEVEL ??= 'warn';
}

/** `npm start` (OPS-01). */
export async function start(): Promise<void> {
  setDefaults();
  const built = await buildPageIfStale((line) => process.stdout.write(`${line}\n`));
  finishWith(built ? await main(['serve']) : 1);
}
