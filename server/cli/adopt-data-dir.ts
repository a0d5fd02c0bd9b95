import { composeServices } from '#server/compose.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { readFolderId, writeFolderId } from '#server/platform/installation/data-folder.ts';
import { commandLog } from './command-log.ts';
import { CommandFailure, readOptions, say, type Command } from './command.ts';
import { openDatabase } from './open-database.ts';

/**
 * `adopt-data-dir`: makes DATA_DIR the folder of the database's installation (OPS-09), on purpose: if it was moved without its
 * marker, or the files are in a new place. The trail records the earlier folder.
 */
export const adoptDataDir: Command = {
  summary: 'Makes DATA_DIR the folder of this installation, where it was moved or replaced on purpose.',
  usage: 'adopt-data-dir',
  run: async (args) => {
    readOptions(args, {});
    const given = loadConfig();
    const log = commandLog(given.logLevel);
    const opened = await openDatabase(given, log, { attach: true, anyFolder: true });
    try {
      const composition = await composeServices(opened.config, opened.url, log);
      try {
        const { db } = composition.services;
        const { dataDir } = opened.config;
        const installation = await db.selectFrom('installation').select('id').executeTakeFirst();
        if (!installation)
          throw new CommandFailure('This installation has not been started yet: its first start does so.');
        const before = readFolderId(dataDir);
        if (before === installation.id) {
          say(`${dataDir} is the folder of the installation ${installation.id} already.`);
          return 0;
        }
        const facts = { action: 'system.data-dir-adopted', actorId: null, origin: { dataDir, before } };
        await runCommand(composition.services, facts, async () => writeFolderId(dataDir, installation.id));
        say(`${dataDir} is the folder of the installation ${installation.id} now.`);
        return 0;
      } finally {
        await composition.close();
      }
    } finally {
      await opened.close();
    }
  },
};
