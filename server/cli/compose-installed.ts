import type { Logger } from 'pino';
import { composeServices, type Composition } from '#server/compose.ts';
import { provePasswords } from '#server/domains/accounts/index.ts';
import { startInstallation } from '#server/domains/audit/index.ts';
import { admit } from './admission.ts';
import type { OpenDatabase } from './open-database.ts';

/**
 * Puts the services together over an open database. At the first start it records which installation this is (OPS-09). If two
 * servers do so at once with different secrets or folders, one of them is refused. Throws CommandFailure.
 */
export async function composeInstalled(database: OpenDatabase, log: Logger): Promise<Composition> {
  const composition = await composeServices(database.config, database.url, log);
  try {
    await startInstallation(composition.services);
    await provePasswords(composition.services);
    await admit(database.config, composition.services.db, log);
    return composition;
  } catch (error) {
    await composition.close();
    throw error;
  }
}
