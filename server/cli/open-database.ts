import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import {
  assertApplicationRole,
  assertSchemaExists,
  assertSchemaIsCurrent,
  migrateToLatest,
  type MigrateOptions,
  SchemaError,
} from '#server/db/migrate.ts';
import { defaultAppRole } from '#server/db/permissions.ts';
import { anchorFile } from '#server/domains/audit/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import { attachOrStartEmbedded, startEmbedded } from '#server/platform/postgres/embedded.ts';
import { connectionUrl } from '#server/platform/postgres/url.ts';
import { deleteFolderId } from '#server/platform/installation/data-folder.ts';
import { admitOver, type AdmissionOptions } from './admission.ts';
import { CommandFailure } from './command.ts';
import { clearDemoMarker, isDemoUnfinished, markerFile } from './unfinished-demo.ts';

/** The database of a command, ready for this version of the product. */
export interface OpenDatabase {
  /** For the application's role. */
  readonly url: string;
  /** The connection of the schema's owner; absent if DATABASE_ADMIN_URL is not set. */
  readonly adminUrl?: string | undefined;
  /** The configuration with the secrets of the installation that the database belongs to (OPS-09): use no other. */
  readonly config: Config;
  /** Resolves when an embedded database ends on its own; never for a server. */
  readonly ended: Promise<{ readonly output: string }>;
  /** Stops what was started here. */
  readonly close: () => Promise<void>;
}

/** The options of a command for its use of the database. */
export interface OpenOptions extends AdmissionOptions {
  /** Use the embedded database of a TrainTrail that is running; otherwise that is an error (default false). */
  readonly attach?: boolean;
  /** Leaves the schema unchanged, whatever its version: for people who look for traces before a repair (default false). */
  readonly untouched?: boolean;
  /** Make an embedded database of a former release, by its migrations, instead of one of this version: for a backup of that time. */
  readonly former?: MigrateOptions['migrations'] | undefined;
}

const databaseName = 'traintrail';

/** Returns the folder of the embedded database in DATA_DIR. */
export const clusterDir = (config: Pick<Config, 'dataDir'>): string => path.join(config.dataDir, 'postgres');

/** Removes the files that the interrupted start wrote outside the database: heads of a trail that no longer exists. */
function forgetFirstStart(dataDir: string): void {
  fs.rmSync(path.dirname(anchorFile(dataDir)), { recursive: true, force: true });
  clearDemoMarker(dataDir);
  deleteFolderId(dataDir);
}

/** Commands that the product runs without a person, even in an unused database. */
const ownCommands = [
  'mail.sent',
  'mail.failed',
  'file.check-planned',
  'file.damage-found',
  'file.conversion-planned',
  'file.conversion-begun',
  'file.conversion-put-off',
  'file.conversion-failed',
  'file.converted',
  'account.temporaryPasswordExpired',
];

/**
 * Refuses to drop a database that people have used. The marker of unfinished demo data alone is not proof: `demo` may have left
 * it in the database of a running server, which people then used. Throws CommandFailure if the trail has a command of a person.
 */
async function refuseUsed(databaseUrl: string, dataDir: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const trail = await client.query<{ exists: boolean }>(
      `select to_regclass('audit.events') is not null as exists`,
    );
    if (trail.rows[0]?.exists !== true) return;
    const { rowCount } = await client.query(
      `select 1 from audit.events where kind = 'command' and action !~ '^(demo|system)\\.' and action <> all ($1) limit 1`,
      [ownCommands],
    );
    if (rowCount === 0) return;
    throw new CommandFailure(
      `The demo data in ${dataDir} is incomplete, because making it was interrupted; but the database has been used since.\n` +
        `To go on with it as it is, remove ${markerFile(dataDir)}. To start over, move ${dataDir} away.`,
    );
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function makeDatabase(postgresUrl: string): Promise<void> {
  await withClient(postgresUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  });
}

async function dropDatabase(postgresUrl: string): Promise<void> {
  await withClient(postgresUrl, (client) =>
    client.query(`drop database if exists ${databaseName} with (force)`),
  );
}

/** Throws SchemaError if the embedded cluster has no database of the product yet. */
async function assertDatabase(postgresUrl: string): Promise<void> {
  await withClient(postgresUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0)
      throw new SchemaError('older', 'There is no database of TrainTrail here yet. Start TrainTrail once.');
  });
}

async function openEmbedded(config: Config, log: Logger, options: OpenOptions): Promise<OpenDatabase> {
  const { attach = false, untouched = false, former } = options;
  const open = attach ? attachOrStartEmbedded : startEmbedded;
  const embedded = await open({
    dataDir: clusterDir(config),
    log: (line) => log.debug({ line }, 'postgres'),
  });
  try {
    const connection = { ...embedded.superuserConnection, database: databaseName };
    const server = connectionUrl(embedded.superuserConnection);
    await (untouched ? assertDatabase(server) : makeDatabase(server));
    if (!attach && isDemoUnfinished(config.dataDir)) {
      await refuseUsed(connectionUrl(connection), config.dataDir);
      log.warn('an earlier first start was interrupted: the demo data is made again');
      await dropDatabase(server);
      await makeDatabase(server);
      forgetFirstStart(config.dataDir);
    }
    if (!untouched) {
      // With another secret nothing is migrated, because it proves the events that a migration writes to the trail.
      const keys = await admitOver(connectionUrl(connection), config, log, options);
      await migrateToLatest(connectionUrl(connection), {}, { keys, ...(former && { migrations: former }) });
    }
    const url = connectionUrl({ ...connection, user: defaultAppRole });
    return {
      url,
      config: await admitOver(url, config, log, options),
      adminUrl: connectionUrl(connection),
      ended: embedded.exited,
      close: embedded.stop,
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/**
 * Opens the database for a command. Starts and migrates the embedded database (OPS-01), or checks that the server's database has
 * this version's schema and a role without too many rights (OPS-02, OPS-05). Also checks that the secret and DATA_DIR are those
 * of the installation (OPS-09). Throws SchemaError, DataDirInUseError, CommandFailure.
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (config.database.kind === 'embedded') return openEmbedded(config, log, options);
  const { url, adminUrl } = config.database;
  const admitted = await admitOver(url, config, log, options, async (db) => {
    await (options.untouched === true || options.former ? assertSchemaExists(db) : assertSchemaIsCurrent(db));
    await assertApplicationRole(db);
  });
  return {
    url,
    adminUrl,
    config: admitted,
    ended: new Promise<never>(() => undefined),
    close: async () => undefined,
  };
}
