import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { schemaMismatch } from '#server/db/migrate.ts';
import { createDatabase } from '#server/db/database.ts';
import {
  destinationsOf,
  exportBundle,
  installationSealingKey,
  parseHeadLine,
  recordCheckers,
  sealerOf,
  sealOnce,
  verifyDatabase,
  type VerifyOptions,
  type VerifyReport,
} from '#server/domains/audit/index.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import { commandLog } from './command-log.ts';
import { readOptions, say, UsageError, type Command } from './command.ts';
import { openDatabase } from './open-database.ts';

/**
 * `verify`: recomputes the audit trail and names everything that was changed (AUD-02). Exit code 1 if something was, 2 if the schema is
 * not that of this version, so that only trail, seals and guards were checked. With `--export` it also writes the trail to a folder that
 * can be checked without the product.
 */
export const verify: Command = {
  summary: 'Checks the audit trail, the records and the stored files against their seals.',
  usage:
    'verify [--json] [--no-files] [--export FOLDER] [--head LINE]     --head compares a seal that was kept in an email or a log; it may be repeated',
  run: async (args) => {
    const options = readOptions(args, {
      json: { type: 'boolean', default: false },
      'no-files': { type: 'boolean', default: false },
      export: { type: 'string' },
      head: { type: 'string', multiple: true, default: [] },
    });
    const heads = options.head.map(readHeadLine);
    const given = loadConfig();
    const log = commandLog(given.logLevel, options);
    // Before any migration, which would repair changes without a trace.
    const opened = await openDatabase(given, log, { attach: true, untouched: true });
    const { config } = opened;
    const database = createDatabase(opened.url, {
      max: 2,
      onError: (error) => log.warn({ err: error }, 'database'),
    });
    try {
      const otherSchema = await mismatchOf(database.db);
      const report = await verifyDatabase({
        db: database.db,
        otherSchema,
        dataDir: config.dataDir,
        keys: config,
        checkers: recordCheckers(config),
        destinations: destinationsOf(config),
        heads,
        ...(options['no-files']
          ? {}
          : { files: createFolderStore(config.filesDir, (error, what) => log.warn({ err: error }, what)) }),
      });
      print(report, options.json, otherSchema !== undefined);
      if (otherSchema) return report.clean ? 2 : 1;
      if (options.export !== undefined) {
        const key = installationSealingKey(config);
        await sealOnce(sealerOf({ config, db: database.db, log }));
        const count = await exportBundle({
          db: database.db,
          dataDir: config.dataDir,
          keys: config,
          target: options.export,
        });
        if (!options.json)
          say(
            `Wrote ${count} events to ${options.export}. Check them with: node ${options.export}/verify.mjs --key ${key.id}`,
          );
      }
      return report.clean ? 0 : 1;
    } finally {
      await database.close();
      await opened.close();
    }
  },
};

function readHeadLine(text: string): { readonly number: number; readonly head: string } {
  const head = parseHeadLine(text);
  if (!head) throw new UsageError('--head needs a line with NUMBER:HEAD, as in the email or the log');
  return head;
}

/** Returns the differences of the schema from that of this version. Throws SchemaError if there is no trail to check. */
async function mismatchOf(db: Kysely<DB>): Promise<VerifyOptions['otherSchema']> {
  const mismatch = await schemaMismatch(db);
  if (!mismatch) return undefined;
  const { rows } = await sql`select 1 where to_regclass('audit.seals') is not null`.execute(db);
  if (rows.length === 0 || (mismatch.kind !== 'older' && mismatch.kind !== 'newer')) throw mismatch;
  return { kind: mismatch.kind, why: mismatch.message };
}

function print(report: VerifyReport, json: boolean, partly: boolean): void {
  if (json) return say(JSON.stringify(report, null, 2));
  for (const { kind, object, detail } of report.findings) say(`${kind}  ${object}: ${detail}`);
  if (report.omitted > 0) say(`… and ${report.omitted} more`);
  for (const { kind, object, detail } of report.notices) say(`note: ${kind}  ${object}: ${detail}`);
  const { events, seals, anchors, records, files } = report.checked;
  say(`Checked ${events} events, ${seals} seals, ${anchors} anchors, ${records} records, ${files} files.`);
  if (partly) say('The schema is not that of this version: records, signatures and files were not checked.');
  else if (report.clean) say('Clean.');
  if (!report.clean) say(`NOT CLEAN: ${report.findings.length + report.omitted} findings.`);
}
