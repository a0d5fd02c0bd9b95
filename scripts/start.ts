import { main } from '#server/main.ts';
import { currentManifest } from '#server/platform/sandbox/prepared.ts';
import { buildPageIfStale, runSeparately } from './build-page.ts';
import { finishWith } from './finish-with.ts';

/** Sets the variables in which `npm start` differs from production; a variable that is already set wins. */
function setDefaults(): void {
  if ((process.env.DATABASE_URL ?? '') !== '') return;
  process.env.DEMO ??= '1';
  process.env.LOG_LEVEL ??= 'warn';
}

/** `npm start` (OPS-01). */
export async function start(): Promise<void> {
  setDefaults();
  const built = await buildPageIfStale((line) => process.stdout.write(`${line}\n`));
  // If this fails, the parsers run from their sources.
  if (built && (await currentManifest()) === null) await runSeparately('prepare-parsers.ts');
  finishWith(built ? await main(['serve']) : 1);
}
