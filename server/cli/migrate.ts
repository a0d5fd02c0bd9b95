import { migrateToLatest, type MigrateOptions } from '#server/db/migrate.ts';
import { defaultAppRole } from '#server/db/permissions.ts';
import { loadConfig, type Config } from '#server/platform/config/config.ts';
import { commandLog } from './command-log.ts';
import { admitOver } from './admission.ts';
import { CommandFailure, readOptions, say, type Command } from './command.ts';
import { openDatabase } from './open-database.ts';

/**
 * `migrate`: brings the database to this version: roles, schema and queue (OPS-05). Only one process migrates at a time, and only
 * forward.
 */
export const migrate: Command = {
  summary: 'Brings the database to this version; makes the role of DATABASE_URL.',
  usage: 'migrate     with DATABASE_URL and DATABASE_ADMIN_URL',
  run: async (args) => {
    readOptions(args, {});
    const config = loadConfig();
    if (config.database.kind === 'embedded') {
      const database = await openDatabase(config, commandLog(config.logLevel), { attach: true });
      await database.close();
      say('The embedded database is up to date.');
      return 0;
    }
    const done = await migrateServer(config);
    say(done.length === 0 ? 'The database is up to date.' : `Done: ${done.join(', ')}`);
    return 0;
  },
};

/**
 * Brings the database of a server to this version, or to the last version before these migrations, and returns the changes. Does
 * nothing for the embedded database, which is migrated when it is opened. Throws CommandFailure if DATABASE_ADMIN_URL is missing
 * or DATABASE_URL names no role.
 */
export async function migrateServer(
  config: Config,
  former?: MigrateOptions['migrations'],
): Promise<readonly string[]> {
  if (config.database.kind === 'embedded') return [];
  const { adminUrl } = config.database;
  if (adminUrl === undefined) {
    throw new CommandFailure(
      'DATABASE_ADMIN_URL is required: a role that may create roles and owns the database.',
    );
  }
  const role = appRoleOf(config);
  // With another secret nothing is migrated, because it proves the events that a migration writes to the trail.
  const keys = await admitOver(adminUrl, config, commandLog(config.logLevel), { anyFolder: true });
  return migrateToLatest(adminUrl, role, { keys, ...(former && { migrations: former }) });
}

/** Returns the role of DATABASE_URL with its password; that of the embedded database signs in without one. Throws CommandFailure. */
export function appRoleOf({ database }: Config): {
  readonly name: string;
  readonly password?: string | undefined;
} {
  if (database.kind === 'embedded') return { name: defaultAppRole };
  const { searchParams, username, password } = new URL(database.url);
  const name = decodeURIComponent(username) || (searchParams.get('user') ?? '');
  if (name === '') throw new CommandFailure('DATABASE_URL must name the role that the product uses.');
  const secret = decodeURIComponent(password) || searchParams.get('password') || undefined;
  return { name, password: secret };
}
