import type { Logger } from 'pino';
import type { Composition } from '#server/compose.ts';
import { destinationsOf, recordDestinations, startSealing } from '#server/domains/audit/index.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { reportOfficeConverter } from '#server/platform/files/office/convert-jobs.ts';
import { warnOfStrays } from '#server/platform/config/warn-of-strays.ts';
import { createLog } from '#server/platform/log/log.ts';
import { composeInstalled } from './compose-installed.ts';
import { readOptions, type Command } from './command.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { serveWorker } from './serve-worker.ts';
import { watchKey } from './watch-key.ts';

/** `worker`: the background work without the web server; as many as wanted (DESIGN rule 8, OPS-03). */
export const worker: Command = {
  summary: 'Does the background work only: mails, sweeps, sealing of the audit trail.',
  usage: 'worker',
  run: async (args) => {
    readOptions(args, {});
    const config = loadConfig();
    const log = createLog(config.logLevel);
    warnOfStrays(config, log);
    const database = await openDatabase(config, log, { attach: true });
    let composition: Composition | undefined;
    try {
      composition = await composeInstalled(database, log);
      return await workWith(composition, database, log);
    } catch (error) {
      await composition?.close();
      await database.close();
      throw error;
    }
  },
};

async function workWith(composition: Composition, database: OpenDatabase, log: Logger): Promise<number> {
  const { services } = composition;
  const { address, close } = await serveWorker(services);
  try {
    reportOfficeConverter(services);
    await recordDestinations(services.db, destinationsOf(services.config));
    await services.jobs.start(services, jobDefinitions);
    const stopSealing = startSealing(services);
    const watch = watchKey(services);
    return await runUntilStopped(
      database,
      log,
      [close, async () => watch.stop(), stopSealing, () => composition.close(), database.close],
      () => log.info({ address }, 'working'),
      { rotated: watch.rotated, before: async () => services.readiness.withdraw() },
    );
  } catch (error) {
    await close();
    throw error;
  }
}
