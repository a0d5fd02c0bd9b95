import { createDatabase } from '#server/db/database.ts';
import {
  exportBundle,
  installationSealingKey,
  recordCheckers,
  sealerOf,
  sealOnce,
  verifyDatabase,
  type VerifyReport,
} from '#server/domains/audit/index.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import { createLog } from '#server/platform/log/log.ts';
import { readOptions, say, type Command } from './command.ts';
import { openDatabase } from './open-database.ts';

/**
 * `verify`: computes the audit trail again and names whatever was changed (AUD-02). Exit code 1 when something was.
 * With `--export` it also writes the trail to a folder that can be checked without the product.
 */
export const verify: Command = {
  summary: 'Checks the audit trail, the records and the stored files against their seals.',
  usage: 'verify [--json] [--no-files] [--export FOLDER]',
  run: async (args) => {
    const options = readOptions(args, {
      json: { type: 'boolean', default: false },
      'no-files': { type: 'boolean', default: false },
      export: { type: 'string' },
    });
    const given = loadConfig();
    const log = createLog(given.logLevel);
    const opened = await openDatabase(given, log, { attach: true });
    const { config } = opened;
    const database = createDatabase(opened.url, {
      max: 2,
      onError: (error) => log.warn({ err: error }, 'database'),
    });
    try {
      const report = await verifyDatabase({
        db: database.db,
        dataDir: config.dataDir,
        keys: config,
        checkers: recordCheckers(config),
        ...(options['no-files']
          ? {}
          : { files: createFolderStore(config.filesDir, (error, what) => log.warn({ err: error }, what)) }),
      });
      print(report, options.json);
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

function print(report: VerifyReport, json: boolean): void {
  if (json) return say(JSON.stringify(report, null, 2));
  for (const { kind, object, detail } of report.findings) say(`${kind}  ${object}: ${detail}`);
  if (report.omitted > 0) say(`… and ${report.omitted} more`);
  for (const { kind, object, detail } of report.notices) say(`note: ${kind}  ${object}: ${detail}`);
  const { events, seals, anchors, records, files } = report.checked;
  say(`Checked ${events} events, ${seals} seals, ${anchors} anchors, ${records} records, ${files} files.`);
  say(report.clean ? 'Clean.' : `NOT CLEAN: ${report.findings.length + report.omitted} findings.`);
}
