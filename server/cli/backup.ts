import fs from 'node:fs/promises';
import path from 'node:path';
import { createDatabase } from '#server/db/database.ts';
import { writeAnchors } from '#server/db/backup/anchors.ts';
import { writeFiles } from '#server/db/backup/backup-files.ts';
import { backupLayout, writeManifest, type Manifest } from '#server/db/backup/manifest.ts';
import { startSnapshot, writeTables } from '#server/db/backup/write-tables.ts';
import { productVersion } from '#server/compose.ts';
import { loadConfig, type Config } from '#server/platform/config/config.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import { CommandFailure, readOptions, say, UsageError, type Command } from './command.ts';
import { commandLog } from './command-log.ts';
import { openDatabase } from './open-database.ts';

/**
 * `backup`: database, stored files and anchors of one instant (OPS-04), while a server
 * runs. The folder gets its name only when it is complete; SECRET_KEY is not in it.
 */
export const backup: Command = {
  summary: 'Writes database and files of one instant to a new folder; servers go on working.',
  usage: 'backup --to FOLDER [--json]',
  run: async (args) => {
    const options = readOptions(args, {
      to: { type: 'string' },
      json: { type: 'boolean', default: false },
    });
    if (options.to === undefined) throw new UsageError('--to is required');
    const target = path.resolve(options.to);
    const config = loadConfig();
    const manifest = await writeBackup(config, target, commandLog(config.logLevel, options));
    const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
    const whole = manifest.files.damaged.length === 0;
    if (options.json) {
      const { takenAt, tables, files } = manifest;
      say(JSON.stringify({ folder: target, takenAt, rows, tables: tables.length, files }, null, 2));
      return whole ? 0 : 1;
    }
    say(
      `Wrote ${rows} rows of ${manifest.tables.length} tables and ${manifest.files.count} files, as of ${manifest.takenAt}, to ${target}.`,
    );
    say('SECRET_KEY is not in it: keep it apart. Without it nobody can open or check what was sealed.');
    for (const sha256 of manifest.files.damaged)
      say(`DAMAGED  stored file ${sha256}: it could not be copied.`);
    return whole ? 0 : 1;
  },
};

/** Writes a backup to a folder that does not exist yet, and returns its summary; otherwise throws CommandFailure. */
export async function writeBackup(
  config: Config,
  target: string,
  log = commandLog(config.logLevel),
): Promise<Manifest> {
  if (await exists(target))
    throw new CommandFailure(`${target} exists already: a backup is never written over.`);
  const partial = `${target}.partial-${process.pid}`;
  const opened = await openDatabase(config, log, { attach: true });
  const database = createDatabase(opened.url, {
    max: 1,
    onError: (error) => log.warn({ err: error }, 'database'),
  });
  try {
    for (const part of [backupLayout.tables, backupLayout.files])
      await fs.mkdir(path.join(partial, part), { recursive: true, mode: 0o700 });
    // Before the snapshot, because it must contain everything that these files prove.
    const anchors = await writeAnchors(config.dataDir, partial);
    const client = await database.pool.connect();
    try {
      const facts = await startSnapshot(client);
      const tables = await writeTables(client, partial, (table) =>
        log.info({ table: table.name, rows: table.rows }, 'backed up'),
      );
      const store = createFolderStore(config.filesDir, (error, what) => log.warn({ err: error }, what));
      const files = await writeFiles(client, store, partial);
      await client.query('commit');
      const manifest: Manifest = {
        format: 'traintrail-backup-2',
        ...facts,
        productVersion,
        keyCheck: fingerprintOf(opened.config),
        tables,
        files,
        anchors,
      };
      await writeManifest(partial, manifest, opened.config);
      await fs.rename(partial, target);
      return manifest;
    } finally {
      // The connection ends with its transaction, whatever the outcome.
      client.release(true);
    }
  } catch (error) {
    await fs.rm(partial, { recursive: true, force: true });
    throw error;
  } finally {
    await database.close();
    await opened.close();
  }
}

async function exists(file: string): Promise<boolean> {
  return (await fs.stat(file).catch(() => null)) !== null;
}
