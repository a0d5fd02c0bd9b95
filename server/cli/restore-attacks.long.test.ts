import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBackup } from '#server/cli/backup.ts';
import { restoreBackup } from '#server/cli/restore.ts';
import { restoreAnchors } from '#server/db/backup/anchors.ts';
import { checkBackup } from '#server/db/backup/check-backup.ts';
import { loadTables } from '#server/db/backup/load-tables.ts';
import { readManifest, writeManifest, type Manifest } from '#server/db/backup/manifest.ts';
import { migrateServer } from '#server/cli/migrate.ts';
import { sealerOf, sealOnce } from '#server/domains/audit/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { quickCreate } from '#tests/harness/module-world.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import * as sample from '#tests/harness/sample-files.ts';
import { makeSmall } from '#tests/harness/small-volume.ts';
import { startWithAdmin, type StartedAdmin } from '#tests/harness/started.ts';
import { createUser } from '#tests/harness/world.ts';
import { failureText } from './failure-text.ts';

let started: StartedAdmin;
let source: Config;
let folder: string;
let later: string;
let manifest: Manifest;
const cleanups: (() => Promise<void> | void)[] = [];

const newFolder = (): string => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  return dir;
};

beforeAll(async () => {
  started = await startWithAdmin();
  const { services } = started.server;
  const { db } = started;
  source = {
    ...services.config,
    logLevel: 'error',
    database: { kind: 'server', url: db.url, adminUrl: db.adminUrl },
  };
  await quickCreate(started.admin, ['handbook.pdf', await sample.makePdf(2)]);
  await sealOnce(sealerOf(services));
  folder = path.join(newFolder(), 'backup');
  manifest = await writeBackup(source, folder);
  await createUser(services);
  await sealOnce(sealerOf(services));
  later = path.join(newFolder(), 'later');
  await writeBackup(source, later);
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await started?.stop();
});

/** An empty database and an empty folder, with the secret of the installation. */
async function emptyPlace(): Promise<{ db: TestDatabase; config: Config }> {
  const db = await createTestDatabase({ empty: true });
  cleanups.push(() => db.drop());
  const dataDir = newFolder();
  return {
    db,
    config: {
      ...source,
      database: { kind: 'server', url: db.url, adminUrl: db.adminUrl },
      dataDir,
      filesDir: path.join(dataDir, 'files'),
    },
  };
}

const copyOfBackup = (): string => {
  const copy = path.join(newFolder(), 'copy');
  fs.cpSync(folder, copy, { recursive: true });
  return copy;
};

const partsOf = (dir: string): string[] =>
  fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)));

const check = async (dir: string): Promise<void> => checkBackup(dir, await readManifest(dir, source));

const edit = (dir: string, part: string, change: (text: string) => string): void => {
  const file = path.join(dir, part);
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
};
const swap = (part: string) => (dir: string) => fs.cpSync(path.join(later, part), path.join(dir, part));
const storedFile = (dir: string): string =>
  partsOf(dir).find((part) => part.startsWith('files/')) ?? 'no stored file';

const linkElsewhere = (dir: string, part: string): void => {
  const elsewhere = path.join(newFolder(), 'part');
  fs.renameSync(path.join(dir, part), elsewhere);
  fs.symlinkSync(elsewhere, path.join(dir, part));
};

const attacks: readonly (readonly [string, (dir: string) => unknown, RegExp])[] = [
  [
    'a sequence is set back',
    (dir) => edit(dir, 'manifest.json', (text) => text.replace(/("value": ")\d+/, '$10')),
    /manifest\.json of .* was changed/,
  ],
  [
    'a table is taken out of the manifest',
    (dir) => {
      const { tables, ...rest } = manifest;
      const kept = tables.filter(({ name }) => name !== 'training_records');
      fs.writeFileSync(
        path.join(dir, 'manifest.json'),
        `${JSON.stringify({ ...rest, tables: kept }, null, 2)}\n`,
      );
    },
    /manifest\.json of .* was changed/,
  ],
  [
    'the manifest is made anew with another key',
    (dir) => writeManifest(dir, manifest, { secretKey: Buffer.alloc(48, 7) }),
    /manifest\.json of .* was changed, or was not written by this installation/,
  ],
  [
    'the manifest is that of a later backup, with its MAC',
    (dir) => ['manifest.json', 'manifest.mac'].forEach((part) => swap(part)(dir)),
    /the rows of public\.users .*\n(?:.*\n)*.*the anchors in heads\.jsonl/,
  ],
  ['the MAC of a later backup', swap('manifest.mac'), /manifest\.json of .* was changed/],
  [
    'the MAC is gone',
    (dir) => fs.rmSync(path.join(dir, 'manifest.mac')),
    /not a whole backup: it has no manifest\.mac/,
  ],
  [
    'the backup claims to be of a version without MAC',
    (dir) => {
      fs.rmSync(path.join(dir, 'manifest.mac'));
      edit(dir, 'manifest.json', (text) => text.replace('backup-2', 'backup-1'));
    },
    /did not authenticate its backups/,
  ],
  [
    'the anchors are those of a later backup',
    swap('anchors/heads.jsonl'),
    /the anchors in heads\.jsonl were changed/,
  ],
  [
    'the anchors are gone',
    (dir) => fs.rmSync(path.join(dir, 'anchors'), { recursive: true }),
    /the anchors in heads\.jsonl are missing/,
  ],
  [
    'the anchors are a link to the same bytes, at a place where somebody else can change them later',
    (dir) => linkElsewhere(dir, 'anchors/heads.jsonl'),
    /the anchors in heads\.jsonl are a link or no file/,
  ],
  [
    'a stored file is a link',
    (dir) => linkElsewhere(dir, storedFile(dir)),
    /the bytes of the stored file [0-9a-f]{64} are a link or no file/,
  ],
  [
    'the keys of former secrets are those of a later backup, compressed anew',
    (dir) => {
      const part = path.join(dir, 'tables', 'public.key_generations.copy.gz');
      fs.writeFileSync(part, gzipSync(Buffer.concat([gunzipSync(fs.readFileSync(part)), Buffer.from('x')])));
    },
    /the rows of public\.key_generations were changed/,
  ],
  [
    'the rows of a table are cut short',
    (dir) => fs.truncateSync(path.join(dir, 'tables', 'public.users.copy.gz'), 40),
    /the rows of public\.users were cut short: 40 of \d+ bytes/,
  ],
  [
    'the rows of a table are gone, and those of another are changed',
    (dir) => {
      fs.rmSync(path.join(dir, 'tables', 'audit.events.copy.gz'));
      swap('tables/public.users.copy.gz')(dir);
    },
    /the rows of audit\.events are missing\n(?:.*\n)*.*the rows of public\.users were/,
  ],
  [
    'a stored file is changed',
    (dir) => edit(dir, storedFile(dir), (text) => `${text} `),
    /the bytes of the stored file [0-9a-f]{64} were changed/,
  ],
  [
    'a stored file is gone',
    (dir) => fs.rmSync(path.join(dir, storedFile(dir))),
    /the bytes of the stored file [0-9a-f]{64} are missing/,
  ],
  [
    'a stored file is gone from the list too',
    (dir) => fs.writeFileSync(path.join(dir, 'files.txt'), ''),
    /the entries of the list of stored files were cut short/,
  ],
];

test('[OPS-04] [OPS-09] every attack on a backup is named, before the database or the folder of the place is touched', async () => {
  const { db, config } = await emptyPlace();
  for (const [what, attack, named] of attacks) {
    const dir = copyOfBackup();
    await attack(dir);
    const error: unknown = await restoreBackup(config, dir).catch((reason: unknown) => reason);
    expect([what, String(error)]).toEqual([what, expect.stringMatching(named)]);
  }
  const { rows } = await db.admin.query(
    `select to_regclass('public.users') as users, to_regnamespace('audit') as audit`,
  );
  expect(rows).toEqual([{ users: null, audit: null }]);
  expect(fs.readdirSync(config.dataDir)).toEqual([]);
});

test('[OPS-04] [OPS-09] one byte that is flipped in any part is found, and the part is named', async () => {
  const dir = copyOfBackup();
  await check(dir);
  const parts = partsOf(dir);
  expect(parts.length).toBeGreaterThan(manifest.tables.length + 3);
  for (const part of parts) {
    const file = path.join(dir, part);
    const whole = fs.readFileSync(file);
    const at = Math.floor(whole.length / 2);
    fs.writeFileSync(
      file,
      Buffer.concat([whole.subarray(0, at), Buffer.from([(whole[at] ?? 0) ^ 1]), whole.subarray(at + 1)]),
    );
    const named = part.startsWith('manifest.')
      ? 'manifest.json'
      : (/^(?:tables\/(.*)\.copy\.gz|files\/..\/(.*)|anchors\/(.*))$/.exec(part)?.slice(1).find(Boolean) ??
        'list of stored files');
    await expect(check(dir), part).rejects.toThrow(named);
    fs.writeFileSync(file, whole);
  }
  await check(dir);
});

test('[OPS-04] [AUD-02] anchors that are changed between the check and their restore do not come into place', async () => {
  const dir = copyOfBackup();
  const { config } = await emptyPlace();
  await check(dir);
  swap('anchors/heads.jsonl')(dir);
  await expect(restoreAnchors(config.dataDir, dir, manifest)).rejects.toThrow(
    'heads.jsonl were changed while',
  );
  expect(partsOf(config.dataDir)).toEqual([]);
});

test('[OPS-04] a restore that was interrupted after its rows were loaded goes on where it was, without what the manifest does not name; another backup is refused', async () => {
  const dir = copyOfBackup();
  const planted = 'ab'.repeat(32);
  fs.mkdirSync(path.join(dir, 'files', 'ab'), { recursive: true });
  fs.writeFileSync(path.join(dir, 'files', 'ab', planted), 'planted');
  fs.writeFileSync(path.join(dir, 'anchors', 'planted.jsonl'), 'planted');
  const { db, config } = await emptyPlace();
  await migrateServer(config);
  const client = new pg.Client({ connectionString: db.adminUrl });
  await client.connect();
  await loadTables(client, dir, manifest, () => undefined);
  await client.end();
  await expect(restoreBackup(config, later)).rejects.toThrow('The database is in use');
  const { report } = await restoreBackup(config, dir);
  expect(report.findings).toEqual([]);
  expect(partsOf(config.dataDir).filter((part) => /planted|ababab/.test(part))).toEqual([]);
  const told = await db.admin.query(
    `select 1 from audit.events where kind = 'command' and action = 'system.restore'`,
  );
  expect(told.rowCount).toBe(1);
  await expect(restoreBackup(config, folder)).rejects.toThrow('The database is in use');
});

test('[OPS-04] a disk that is full ends a backup in one sentence, with nothing left; a place without room is refused before', async () => {
  const small = newFolder();
  const volume = makeSmall(small, 64 * 1024);
  try {
    const error: unknown = await writeBackup(source, path.join(small, 'backup')).catch(
      (reason: unknown) => reason,
    );
    expect(failureText(error)).toMatch(/^(?:The disk is full|A file is too large)/);
    expect(fs.readdirSync(small)).toEqual([]);
    const { db, config } = await emptyPlace();
    const narrow = { ...config, dataDir: small, filesDir: path.join(small, 'files') };
    const refused = restoreBackup(narrow, await withSize(1e15));
    await expect(refused).rejects.toThrow(/need 1000000000\.0 MB, and .* MB free\. Nothing was copied/);
    const { rows } = await db.admin.query(`select to_regclass('public.users') as users`);
    expect(rows).toEqual([{ users: null }]);
  } finally {
    volume.free();
  }
});

/** A proven backup of an installation with so many bytes of stored files. */
async function withSize(bytes: number): Promise<string> {
  const dir = copyOfBackup();
  await writeManifest(dir, { ...manifest, files: { ...manifest.files, bytes } }, source);
  return dir;
}
