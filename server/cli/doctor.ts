import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { recordsDdl } from '#server/db/catalogue/migration-events.ts';
import { createDatabase } from '#server/db/database.ts';
import { readSealLag, sealLagLimit } from '#server/domains/audit/index.ts';
import { clockLimitMs } from '#server/platform/clock/clock.ts';
import { loadConfig, type Config } from '#server/platform/config/config.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { readFolderId } from '#server/platform/installation/data-folder.ts';
import { openGenerations, readGenerations } from '#server/platform/installation/key-generations.ts';
import { createLog } from '#server/platform/log/log.ts';
import { readOptions, say, type Command } from './command.ts';
import { openDatabase } from './open-database.ts';

/** One thing that the doctor looks at: answers what it found, throws what is wrong. */
interface Examination {
  readonly name: string;
  readonly look: () => Promise<string>;
}

const leastFreeBytes = 1_000_000_000;
const reachMs = 10_000;

/** `doctor`: is this installation fit to run? Looks at everything that it is configured to use (OPS-02). */
export const doctor: Command = {
  summary: 'Checks configuration, database, folders and the services that are configured.',
  usage: 'doctor',
  run: async (args) => {
    readOptions(args, {});
    const config = loadConfig();
    let failed = 0;
    for (const { name, look } of examinations(config)) {
      try {
        say(`ok    ${name}: ${await look()}`);
      } catch (error) {
        failed += 1;
        say(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    say(failed === 0 ? 'Everything is in order.' : `${failed} of the checks failed.`);
    return failed === 0 ? 0 : 1;
  },
};

function examinations(config: Config): Examination[] {
  const { smtp } = config;
  return [
    { name: 'Node.js', look: async () => process.versions.node },
    { name: 'configuration', look: async () => config.publicUrl.origin },
    { name: 'page', look: async () => lookAtPage() },
    { name: 'data folder', look: async () => lookAtFolder(config) },
    { name: 'database', look: () => lookAtDatabase(config) },
    { name: 'installation', look: () => lookAtInstallation(config) },
    { name: 'office files', look: () => lookAtOffice(config) },
    ...(smtp ? [{ name: 'mail', look: () => lookAtMail(smtp.url) }] : []),
  ];
}

function lookAtPage(): string {
  const index = path.join(import.meta.dirname, '../../dist/index.html');
  const stat = fs.statSync(index, { throwIfNoEntry: false });
  if (!stat) throw new Error('not built; run: npm run build');
  return `built ${stat.mtime.toISOString()}`;
}

function lookAtFolder(config: Config): string {
  fs.mkdirSync(config.filesDir, { recursive: true, mode: 0o700 });
  fs.accessSync(config.filesDir, fs.constants.R_OK | fs.constants.W_OK);
  const { bavail, bsize } = fs.statfsSync(config.dataDir);
  const free = bavail * bsize;
  const gigabytes = `${(free / 1e9).toFixed(1)} GB free in ${config.dataDir}`;
  if (free < leastFreeBytes) throw new Error(`only ${gigabytes}`);
  return gigabytes;
}

async function lookAtDatabase(config: Config): Promise<string> {
  const log = createLog('silent');
  const opened = await openDatabase(config, log, { attach: true });
  const database = createDatabase(opened.url, { max: 1 });
  try {
    const { rows } = await sql<{ version: string; distance: number }>`
      select current_setting('server_version') as version,
        extract(epoch from app_now())::float8 - ${Date.now() / 1000}::float8 as distance`.execute(
      database.db,
    );
    const { version = '?', distance = Number.NaN } = rows[0] ?? {};
    if (!(Math.abs(distance) * 1000 <= clockLimitMs)) {
      throw new Error(`its clock and this machine's are ${Math.round(distance)} seconds apart`);
    }
    const lag = await readSealLag(database.db);
    // An embedded database that was switched off could not seal meanwhile; its server does so at its start.
    if (config.database.kind === 'server' && lag.seconds > sealLagLimit) {
      throw new Error(`the audit trail has waited ${Math.round(lag.seconds)} s for its seal`);
    }
    const ddl = (await recordsDdl(database.db))
      ? ''
      : '; changes of the schema are not written to the audit trail, because the role of DATABASE_ADMIN_URL may not create event triggers';
    return `PostgreSQL ${version}, schema and role are right${ddl}`;
  } finally {
    await database.close();
    await opened.close();
  }
}

async function lookAtInstallation(config: Config): Promise<string> {
  const opened = await openDatabase(config, createLog('silent'), { attach: true });
  const database = createDatabase(opened.url, { max: 1 });
  try {
    const generations = await readGenerations(database.db);
    const { formerSecrets, closed } = openGenerations(opened.config, generations);
    if (closed.length > 0) throw new Error(`the former keys ${closed.join(', ')} do not open`);
    const id = readFolderId(config.dataDir) ?? 'not started yet';
    return `${id}, fingerprint of SECRET_KEY ${fingerprintOf(opened.config)}, ${formerSecrets.length} former keys`;
  } finally {
    await database.close();
    await opened.close();
  }
}

async function lookAtOffice({ officeConverter }: Config): Promise<string> {
  if (!officeConverter) return 'no LibreOffice (SOFFICE_PATH), they are offered for download only';
  const { stdout } = await promisify(execFile)(officeConverter.path, ['--version'], { timeout: reachMs });
  return `${stdout.trim()} at ${officeConverter.path} converts them to PDF`;
}

async function lookAtMail(url: string): Promise<string> {
  const transport = createTransport({ url, connectionTimeout: reachMs, greetingTimeout: reachMs });
  try {
    await transport.verify();
    return `${new URL(url).host} accepts us`;
  } finally {
    transport.close();
  }
}
