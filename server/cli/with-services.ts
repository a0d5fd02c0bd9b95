import { loadConfig } from '#server/platform/config/config.ts';
import type { Services } from '#server/platform/services.ts';
import { commandLog } from './command-log.ts';
import { composeInstalled } from './compose-installed.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';

/** Runs one short command with the services of the product, in addition to a running server or alone (OPS-02). */
export async function withServices<T>(
  work: (services: Services, database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const config = loadConfig();
  const log = commandLog(config.logLevel);
  const database = await openDatabase(config, log, { attach: true });
  try {
    const composition = await composeInstalled(database, log);
    try {
      return await work(composition.services, database);
    } finally {
      await composition.close();
    }
  } finally {
    await database.close();
  }
}
