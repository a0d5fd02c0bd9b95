import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { createApp } from '#server/app.ts';
import type { Composition } from '#server/compose.ts';
import { destinationsOf, recordDestinations, startSealing } from '#server/domains/audit/index.ts';
import { pushKeys } from '#server/domains/notifications/index.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { loadConfig, type Config } from '#server/platform/config/config.ts';
import { reportOfficeConverter } from '#server/platform/files/office/convert-jobs.ts';
import { warnOfStrays } from '#server/platform/config/warn-of-strays.ts';
import { createLog } from '#server/platform/log/log.ts';
import { composeInstalled } from './compose-installed.ts';
import { CommandFailure, readOptions, say, type Command } from './command.ts';
import { prepareDemo } from './demo-data.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';
import { portProblem, refuseTakenPort } from './port.ts';
import { leaveService, runUntilStopped } from './run-until-stopped.ts';
import { watchKey } from './watch-key.ts';

/** `serve`: the web server with the background work (DESIGN 'Starting it', OPS-01 … OPS-03). */
export const serve: Command = {
  summary: 'Serves the product: pages, API and background work.',
  usage:
    'serve [--web-only] [--no-page]     --web-only leaves the background work to `worker`; --no-page serves the API only',
  run: async (args) => {
    const options = readOptions(args, {
      'web-only': { type: 'boolean', default: false },
      'no-page': { type: 'boolean', default: false },
    });
    const config = loadConfig();
    const log = createLog(config.logLevel);
    warnOfStrays(config, log);
    await refuseTakenPort(config.host, config.port);
    if (!options['no-page']) requirePage();
    announceDataDir(config);
    const database = await openDatabase(config, log);
    let composition: Composition | undefined;
    try {
      composition = await composeInstalled(database, log);
      return await serveWith(composition, database, log, options['web-only']);
    } catch (error) {
      await composition?.close();
      await database.close();
      throw error;
    }
  },
};

async function serveWith(
  composition: Composition,
  database: OpenDatabase,
  log: Logger,
  webOnly: boolean,
): Promise<number> {
  const { services } = composition;
  const { config } = services;
  const accounts = config.demo ? await prepareDemo(services, say, database.adminUrl) : [];
  // Created once, at the first start, so that no read has to create them.
  await pushKeys(services);
  const app = await createApp(services);
  const stopSealing = webOnly ? async () => undefined : startSealing(services);
  try {
    reportOfficeConverter(services);
    if (!webOnly) {
      await recordDestinations(services.db, destinationsOf(config));
      await services.jobs.start(services, jobDefinitions);
    }
    const address = await listen(app, config);
    const watch = watchKey(services);
    const stopWatching = async (): Promise<void> => watch.stop();
    const close = [stopWatching, () => app.close(), stopSealing, () => composition.close(), database.close];
    const announce = (): void => {
      announceReady(config, address, accounts);
      log.info({ address, publicUrl: config.publicUrl.origin }, 'ready');
    };
    return await runUntilStopped(database, log, close, announce, {
      rotated: watch.rotated,
      before: () => leaveService(services),
    });
  } catch (error) {
    await app.close();
    await stopSealing();
    throw error;
  }
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, config: Config): Promise<string> {
  try {
    return await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    throw portProblem(error, config.host, config.port) ?? error;
  }
}

function requirePage(): void {
  if (fs.existsSync(path.join(import.meta.dirname, '../../dist/index.html'))) return;
  throw new CommandFailure('The web page has not been built. Run: npm run build');
}

/** Root's data may be in an unexpected folder: prints it (OPS-01). */
function announceDataDir(config: Config): void {
  if (config.database.kind !== 'embedded' || process.env.DATA_DIR) return;
  const expected = path.resolve('data');
  if (config.dataDir === expected) return;
  say(`Data is kept in ${config.dataDir}, because the database's user cannot reach ${expected}.`);
}

function announceReady(config: Config, address: string, accounts: readonly string[]): void {
  if (config.database.kind !== 'embedded') return; // a production log stays JSON lines
  for (const line of accounts) say(line);
  say();
  say(`TrainTrail is ready: ${config.port === 0 ? address : config.publicUrl.origin}`);
  say('Stop it with Ctrl-C.');
}
