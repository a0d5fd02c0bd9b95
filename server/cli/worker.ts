import { startSealing } from '#server/domains/audit/index.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { tellOfficeConverter } from '#server/platform/files/office/convert-jobs.ts';
import { createLog } from '#server/platform/log/log.ts';
import { composeInstalled } from './compose-installed.ts';
import { readOptions, type Command } from './command.ts';
import { openDatabase } from './open-database.ts';
import { runUntilStopped } from './run-until-stopped.ts';
import { watchKey } from './watch-key.ts';

/** `worker`: the background work without the web server; as many as wanted (DESIGN rule 8, OPS-03). */
export const worker: Command = {
  summary: 'Does the background work only: mails, sweeps, sealing of the audit trail.',
  usage: 'worker',
  run: async (args) => {
    readOptions(args, {});
    const config = loadConfig();
    const log = createLog(config.logLevel);
    const database = await openDatabase(config, log, { attach: true });
    try {
      const composition = await composeInstalled(database, log);
      const { services } = composition;
      tellOfficeConverter(services);
      await services.jobs.start(services, jobDefinitions);
      const stopSealing = startSealing(services);
      const watch = watchKey(services);
      return await runUntilStopped(
        database,
        log,
        [async () => watch.stop(), stopSealing, () => composition.close(), database.close],
        () => log.info('working'),
        watch,
      );
    } catch (error) {
      await database.close();
      throw error;
    }
  },
};
