import path from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { composeServices, type Composition } from '#server/compose.ts';
import { createDatabase } from '#server/db/database.ts';
import { restoreAnchors } from '#server/db/backup/anchors.ts';
import { restoreFiles } from '#server/db/backup/backup-files.ts';
import { checkBackup } from '#server/db/backup/check-backup.ts';
import { loadTables } from '#server/db/backup/load-tables.ts';
import { OtherKeyError, readManifest, type Manifest } from '#server/db/backup/manifest.ts';
import { assertFreeSpace, examinePlace, type Place } from '#server/db/backup/restore-place.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { migrationsUpTo } from '#server/db/migrations/index.ts';
import type { VerifyReport } from '#server/domains/audit/index.ts';
import { loadConfig, type Config } from '#server/platform/config/config.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import { readFolderId, writeFolderId } from '#server/platform/installation/data-folder.ts';
import { commandLog } from './command-log.ts';
import { admit, textAdvice } from './admission.ts';
import { CommandFailure, readOptions, say, UsageError, type Command } from './command.ts';
import { appRoleOf, migrateServer } from './migrate.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';
import { recordRestore, reportRestored } from './record-restore.ts';

/**
 * `restore`: loads a backup into an empty place (OPS-04): the embedded database of a new DATA_DIR, or an empty database of a
 * server. The trail records it, the anchors show what was lost since the backup, and no old email is sent again (F18).
 */
export const restore: Command = {
  summary: 'Puts a backup into an empty database and file store, then checks everything.',
  usage:
    'restore --from FOLDER [--check]     with the SECRET_KEY of the installation; --check looks at backup and place, and restores nothing',
  run: async (args) => {
    const options = readOptions(args, {
      from: { type: 'string' },
      check: { type: 'boolean', default: false },
    });
    if (options.from === undefined) throw new UsageError('--from is required');
    const folder = path.resolve(options.from);
    // A new secret cannot open a backup, and would take the place of the right one.
    const config = loadConfig(process.env, { makesSecret: false });
    if (options.check) {
      const { manifest } = await prepareRestore(config, folder);
      say(`The backup is whole and can be restored here: ${contentOf(manifest)}.`);
      return 0;
    }
    const { manifest, report } = await restoreBackup(config, folder);
    say(`Restored ${contentOf(manifest)}.`);
    return reportRestored(report);
  },
};

function contentOf(manifest: Manifest): string {
  const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
  return `${rows} rows of ${manifest.tables.length} tables and ${manifest.files.count} files, as of ${manifest.takenAt}`;
}

/** Restores a backup and verifies the result; throws CommandFailure before any change if it cannot. */
export async function restoreBackup(
  config: Config,
  folder: string,
): Promise<{ readonly manifest: Manifest; readonly report: VerifyReport }> {
  const { manifest } = await prepareRestore(config, folder);
  const log = commandLog(config.logLevel);
  // Rows of a former release go into the tables of that release, and are brought to this version with them.
  const former = migrationsUpTo(manifest.migrations);
  await migrateServer(config, former);
  // DATA_DIR becomes that of the installation at the very end: no server starts over half a restore.
  const opened = await openDatabase(config, log, { anyFolder: true, former });
  try {
    const place = await inWords(() => examinePlace(adminUrlOf(opened), appRoleOf(config), manifest));
    await inWords(() => load(opened, folder, manifest, place, log));
    const composition = await composeRestored(opened, log);
    try {
      const { installation, takenAt, systemId } = manifest;
      const { services } = composition;
      const adopt = (): void => {
        if (installation !== null) writeFolderId(config.dataDir, installation);
      };
      return { manifest, report: await recordRestore(services, { takenAt, systemId }, adopt) };
    } finally {
      await composition.close();
    }
  } finally {
    await opened.close();
  }
}

/** Proves and reads every part of a backup, and examines the place, before anything is written anywhere. */
async function prepareRestore(config: Config, folder: string): Promise<{ readonly manifest: Manifest }> {
  const manifest = await readOwnManifest(config, folder);
  refuseUnfit(config, manifest);
  await inWords(async () => {
    await checkBackup(folder, manifest);
    assertFreeSpace(config.dataDir, manifest.files.bytes);
    if (config.database.kind === 'server')
      await examinePlace(adminUrlOf(config.database), appRoleOf(config), manifest);
  });
  return { manifest };
}

function adminUrlOf({ adminUrl }: { readonly adminUrl?: string | undefined }): string {
  if (adminUrl === undefined) throw new CommandFailure('DATABASE_ADMIN_URL is required to restore.');
  return adminUrl;
}

async function load(
  opened: OpenDatabase,
  folder: string,
  manifest: Manifest,
  place: Place,
  log: Logger,
): Promise<void> {
  const { config } = opened;
  const adminUrl = adminUrlOf(opened);
  const store = createFolderStore(config.filesDir, (error, what) => log.warn({ err: error }, what));
  await restoreFiles(folder, store);
  // Before the rows, because a failure here must not leave a restored database behind.
  await restoreAnchors(config.dataDir, folder, manifest);
  if (place === 'empty') {
    const client = new pg.Client({ connectionString: adminUrl, application_name: 'traintrail restore' });
    await client.connect();
    try {
      await loadTables(client, folder, manifest, ({ name, rows }) =>
        log.info({ table: name, rows }, 'restored'),
      );
    } finally {
      await client.end();
    }
  }
  // The restored trail states for another database whether changes of the schema are recorded; this one may differ.
  await migrateToLatest(adminUrl, appRoleOf(config), { keys: config });
}

/** Composes the services over the restored rows, with the former secrets of their installation. */
async function composeRestored({ config, url }: OpenDatabase, log: Logger): Promise<Composition> {
  const database = createDatabase(url, { max: 1 });
  try {
    return await composeServices(await admit(config, database.db, log, { anyFolder: true }), url, log);
  } finally {
    await database.close();
  }
}

async function readOwnManifest(config: Config, folder: string): Promise<Manifest> {
  try {
    return await inWords(() => readManifest(folder, config));
  } catch (error) {
    const cause = error instanceof CommandFailure ? error.cause : error;
    if (!(cause instanceof OtherKeyError)) throw error;
    const { fingerprint } = cause;
    const fits = (secretKey: Buffer): boolean => fingerprintOf({ secretKey }) === fingerprint;
    const advice = textAdvice(config, fits) ?? 'set the one of that time, or put its file into DATA_DIR';
    throw new CommandFailure(
      `SECRET_KEY is not the one of the installation that was backed up: its fingerprint is ${fingerprintOf(config)}, the backup has ${fingerprint}; ${advice}.`,
    );
  }
}

function refuseUnfit(config: Config, manifest: Manifest): void {
  if (migrationsUpTo(manifest.migrations) === undefined) {
    throw new CommandFailure(
      `The backup is of version ${manifest.productVersion}, whose schema this version does not know. Restore it with that version or a newer one.`,
    );
  }
  const folder = readFolderId(config.dataDir);
  if (folder !== null && folder !== manifest.installation) {
    throw new CommandFailure(
      `DATA_DIR belongs to another installation than the backup: ${config.dataDir} is that of ${folder}. Restore into a new folder.`,
    );
  }
}

/** The messages of the backup's own checks are already complete. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError || !(error instanceof Error)) throw error;
    if (error instanceof CommandFailure || 'code' in error) throw error;
    throw new CommandFailure(error.message, { cause: error });
  }
}
