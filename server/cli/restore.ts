import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { composeServices, type Composition } from '#server/compose.ts';
import { createDatabase } from '#server/db/database.ts';
import { restoreFiles } from '#server/db/backup/backup-files.ts';
import { isUnused, loadTables } from '#server/db/backup/load-tables.ts';
import { backupLayout, readManifest, type Manifest } from '#server/db/backup/manifest.ts';
import { migrations } from '#server/db/migrations/index.ts';
import {
  checkRestored,
  destinationsOf,
  lostAnchoredHead,
  proveRestore,
  recallLostHeads,
  sealerOf,
  sealAll,
  type VerifyReport,
} from '#server/domains/audit/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { loadConfig, type Config } from '#server/platform/config/config.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import { readFolderId, writeFolderId } from '#server/platform/installation/data-folder.ts';
import { createLog } from '#server/platform/log/log.ts';
import { holdAfterRestore } from '#server/platform/mail/restored.ts';
import type { Services } from '#server/platform/services.ts';
import { admit, textAdvice } from './admission.ts';
import { CommandFailure, readOptions, say, UsageError, type Command } from './command.ts';
import { migrateServer } from './migrate.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';

/**
 * `restore`: puts a backup into an empty place (OPS-04): the embedded database of a new DATA_DIR, or an empty database of a server.
 * The trail tells of it, what was lost since the backup is named from the anchors, and no old mail goes out again (F18).
 */
export const restore: Command = {
  summary: 'Puts a backup into an empty database and file store, then checks everything.',
  usage: 'restore --from FOLDER     with the SECRET_KEY of the installation',
  run: async (args) => {
    const options = readOptions(args, { from: { type: 'string' } });
    if (options.from === undefined) throw new UsageError('--from is required');
    const { manifest, report } = await restoreBackup(loadConfig(), path.resolve(options.from));
    const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
    say(
      `Restored ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.count} files, as of ${manifest.takenAt}.`,
    );
    for (const { kind, object, detail } of report.findings) say(`${kind}  ${object}: ${detail}`);
    for (const { kind, object, detail } of report.notices) say(`note: ${kind}  ${object}: ${detail}`);
    say(report.clean ? 'Checked: clean. Everybody signs in again.' : 'Checked: NOT CLEAN.');
    say('Mails that were waiting are held back: look at the outbox and release what is to go.');
    return report.clean ? 0 : 1;
  },
};

/** Restores a backup and verifies what stands then; throws CommandFailure before anything is changed where it cannot. */
export async function restoreBackup(
  config: Config,
  folder: string,
): Promise<{ readonly manifest: Manifest; readonly report: VerifyReport }> {
  const manifest = await inWords(() => readManifest(folder));
  refuseUnfit(config, manifest);
  const log = createLog(config.logLevel);
  await migrateServer(config);
  const opened = await openDatabase(config, log);
  try {
    const { adminUrl } = opened;
    if (adminUrl === undefined) throw new CommandFailure('DATABASE_ADMIN_URL is required to restore.');
    const store = createFolderStore(config.filesDir, (error, what) => log.warn({ err: error }, what));
    await asAdmin(adminUrl, async (client) => {
      if (!(await isUnused(client)))
        throw new CommandFailure('The database is in use: a backup is only restored into an empty one.');
      await inWords(() => restoreFiles(folder, store));
      // Before the rows: whatever fails here must not leave a restored database behind.
      await bringAlong(config, folder);
      await inWords(() =>
        loadTables(client, folder, manifest, ({ name, rows }) => log.info({ table: name, rows }, 'restored')),
      );
    });
    const composition = await composeRestored(opened, manifest, log);
    try {
      const report = await tellOfRestore(composition.services, manifest);
      return { manifest, report };
    } finally {
      await composition.close();
    }
  } finally {
    await opened.close();
  }
}

/** The services over the restored rows: DATA_DIR becomes the folder of their installation, and its former secrets are known. */
async function composeRestored(
  { config, url }: OpenDatabase,
  { installation }: Manifest,
  log: Logger,
): Promise<Composition> {
  if (installation !== null) writeFolderId(config.dataDir, installation);
  const database = createDatabase(url, { max: 1 });
  try {
    return await composeServices(await admit(config, database.db, log), url, log);
  } finally {
    await database.close();
  }
}

function refuseUnfit(config: Config, manifest: Manifest): void {
  const here = Object.keys(migrations).toSorted();
  if (manifest.migrations.join() !== here.join()) {
    throw new CommandFailure(
      `The backup is of version ${manifest.productVersion} with another schema. Restore it with that version, then upgrade.`,
    );
  }
  const own = fingerprintOf(config);
  if (manifest.keyCheck !== own) {
    const fits = (secretKey: Buffer): boolean => fingerprintOf({ secretKey }) === manifest.keyCheck;
    const advice = textAdvice(config, fits) ?? 'set the one of that time, or put its file into DATA_DIR';
    throw new CommandFailure(
      `SECRET_KEY is not the one of the installation that was backed up: its fingerprint is ${own}, the backup has ${manifest.keyCheck}; ${advice}.`,
    );
  }
  const folder = readFolderId(config.dataDir);
  if (folder !== null && folder !== manifest.installation) {
    throw new CommandFailure(
      `DATA_DIR belongs to another installation than the backup: ${config.dataDir} is that of ${folder}. Restore into a new folder.`,
    );
  }
}

async function asAdmin(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'traintrail restore' });
  await client.connect();
  try {
    await work(client);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501') {
      throw new CommandFailure(
        'The role of DATABASE_ADMIN_URL may not restore: it must be a superuser, or may set session_replication_role.',
      );
    }
    throw error;
  } finally {
    await client.end();
  }
}

/** Errors of the backup's own checks already say everything in words. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError || !(error instanceof Error)) throw error;
    throw new CommandFailure(error.message, { cause: error });
  }
}

/** The anchors come with the backup where it has them, save where this place has its own, newer ones. */
async function bringAlong(config: Config, folder: string): Promise<void> {
  const source = path.join(folder, backupLayout.anchors);
  if (!existsSync(source)) return;
  const target = path.join(config.dataDir, backupLayout.anchors);
  await fs.cp(source, target, { recursive: true, force: false, errorOnExist: false });
}

async function tellOfRestore(services: Services, manifest: Manifest): Promise<VerifyReport> {
  const sealer = sealerOf(services);
  await recallLostHeads(sealer, destinationsOf(services.config), services.log);
  const lostHead = await lostAnchoredHead(sealer);
  const lostHeadProof = lostHead === null ? null : proveRestore(sealer.key, lostHead);
  const facts = {
    action: 'system.restore',
    actorId: null,
    origin: { takenAt: manifest.takenAt, systemId: manifest.systemId, lostHead, lostHeadProof },
  };
  await runCommand(services, facts, async () => undefined);
  await holdAfterRestore(services);
  await sealAll(sealer);
  return checkRestored(services);
}
