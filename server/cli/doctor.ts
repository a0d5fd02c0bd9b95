import { createDatabase } from '#server/db/database.ts';
import { loadConfig, type Config } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { readOptions, say, type Command } from './command.ts';
import { failureText } from './failure-text.ts';
import { databaseExaminations } from './doctor/database.ts';
import { examine, type Outcome } from './doctor/examination.ts';
import { machineExaminations } from './doctor/machine.ts';
import { openDatabase } from './open-database.ts';

/** `doctor`: is this installation fit to run? Looks at everything that it is configured to use (OPS-02, OPS-10). */
export const doctor: Command = {
  summary: 'Checks configuration, database, folders and the services that are configured.',
  usage: 'doctor',
  run: async (args) => {
    readOptions(args, {});
    const config = loadConfig();
    const outcomes = [await examine(machineExaminations(config)), await examineDatabase(config)];
    const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
    const warned = outcomes.reduce((sum, outcome) => sum + outcome.warned, 0);
    if (failed > 0) say(`${failed} of the checks failed.`);
    else say(warned > 0 ? 'Nothing failed; please read the warnings.' : 'Everything is in order.');
    return failed === 0 ? 0 : 1;
  },
};

/** Examines the database if it can be opened; otherwise reports only that. */
async function examineDatabase(config: Config): Promise<Outcome> {
  const log = createLog('silent');
  try {
    const opened = await openDatabase(config, log, { attach: true });
    const database = createDatabase(opened.url, { max: 1 });
    try {
      return await examine(databaseExaminations(opened.config, database.db));
    } finally {
      await database.close();
      await opened.close();
    }
  } catch (error) {
    const text = failureText(error);
    const failure = text === null ? error : new Error(text, { cause: error });
    return examine([{ name: 'database', look: () => Promise.reject(failure) }]);
  }
}
