import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBackup } from '#server/cli/backup.ts';
import { restoreBackup } from '#server/cli/restore.ts';
import type { Manifest } from '#server/db/backup/manifest.ts';
import { sealerOf, sealOnce } from '#server/domains/audit/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import { withConnection } from '#tests/harness/with-connection.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { quickCreate } from '#tests/harness/module-world.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import * as sample from '#tests/harness/sample-files.ts';
import { startTestServer } from '#tests/harness/server.ts';
import { startWithLearner, type StartedLearner } from '#tests/harness/started.ts';
import { assignTo, completeText, countRows, createTextModules } from '#tests/harness/training-world.ts';
import { inCommand } from '#tests/harness/trail-world.ts';
import { signIn } from '#tests/harness/world.ts';

let started: StartedLearner;
let manifest: Manifest;
let folder: string;
let waiting = 0;
const cleanups: (() => Promise<void> | void)[] = [];

const newFolder = (): string => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  return dir;
};

/** One instant has as many departments 'During …' as the organization's description says, and as many commands. */
const write = (n: number): Promise<unknown> =>
  inCommand(
    started.db.db,
    async (tx) => {
      const { id } = started.world.organization;
      await sql`insert into departments (name, organization_id) values (${`During ${n}`}, ${id})`.execute(tx);
      await sql`update organizations set description = ${String(n)} where id = ${id}`.execute(tx);
    },
    { action: 'test.during', keys: started.server.services.config },
  );

beforeAll(async () => {
  started = await startWithLearner(2);
  const { server, world, learner, client } = started;
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const { id } = await assignTo(world.admin, learner.id, moduleId);
  await completeText(client, id, learner);
  await quickCreate(world.admin, ['handbook.pdf', await sample.makePdf(3)]);
  await sql`insert into mail_outbox (message_id, to_address, template, cause) values ('<1@x>', 'a@example.org', 'none', 'test')`.execute(
    server.services.db,
  );
  waiting = await countRows(server.services, sql`select 1 from mail_outbox where state = 'waiting'`);
  await sealOnce(sealerOf(server.services));
  folder = path.join(newFolder(), 'backup');
  let writing = true;
  let n = 0;
  // Somewhat more than 50 a second, for as long as the backup takes.
  const writer = (async () => {
    while (writing) {
      n += 1;
      await write(n);
      await new Promise((resolve) => setTimeout(resolve, 8));
    }
  })();
  while (n < 20) await new Promise((resolve) => setTimeout(resolve, 5));
  manifest = await writeBackup(configOf(started.db, server.services.config), folder);
  writing = false;
  await writer;
  if (n <= 20) throw new Error('nothing was written beside the backup');
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await started?.stop();
});

const configOf = (database: TestDatabase, config: Config): Config => ({
  ...config,
  logLevel: 'error',
  database: { kind: 'server', url: database.url, adminUrl: database.adminUrl },
});

/** An empty database and an empty folder, with the secret of the installation. */
async function emptyPlace(changes: Partial<Config> = {}): Promise<{ db: TestDatabase; config: Config }> {
  const db = await createTestDatabase({ empty: true });
  cleanups.push(() => db.drop());
  const dataDir = newFolder();
  const { config } = started.server.services;
  return {
    db,
    config: { ...configOf(db, config), dataDir, filesDir: path.join(dataDir, 'files'), ...changes },
  };
}

const count = async (db: TestDatabase, table: string): Promise<number> =>
  Number((await db.admin.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

let restoration: ReturnType<typeof restore> | undefined;
const restored = () => (restoration ??= restore());

/** The backup in an empty place, restored once for several tests. */
async function restore() {
  const { db, config } = await emptyPlace();
  const { report } = await restoreBackup(config, folder);
  return { db, config, report };
}

test('[OPS-04] [NOT-02] mails that were waiting are held back by a restore, and the trail tells of it (F18)', async () => {
  expect(waiting).toBeGreaterThan(0);
  const { db } = await restored();
  const held = await db.admin.query<{ state: string }>('select distinct state from mail_outbox');
  expect(held.rows).toEqual([{ state: 'held' }]);
  expect(
    (await db.admin.query(`select 1 from audit.events where kind = 'command' and action = 'system.restore'`))
      .rows,
  ).toHaveLength(1);
});

test('[OPS-04] a backup beside 50 writes a second, restored into an empty place, is one instant; clean; people sign in', async () => {
  const { db, config, report } = await restored();
  expect(report.findings).toEqual([]);
  expect(report.checked.files).toBeGreaterThan(0);
  expect(report.checked.records).toBeGreaterThan(0);

  const { rows } = await db.admin.query<{ description: string; departments: string; commands: string }>(
    `select o.description, (select count(*) from departments d where d.name like 'During %') as departments,
       (select count(*) from audit.events e where e.action = 'test.during' and e.kind = 'command') as commands
     from organizations o where o.id = $1`,
    [started.world.organization.id],
  );
  const [row] = rows;
  expect(row?.departments).toBe(row?.description);
  expect(row?.commands).toBe(row?.description);
  expect(Number(row?.description)).toBeGreaterThanOrEqual(20);
  const checks = await db.admin.query(
    `select kind, with_files, clean from verify_runs where state = 'finished' order by id desc limit 1`,
  );
  expect(checks.rows).toEqual([{ kind: 'restore', with_files: true, clean: true }]);
  const grown = new Set([
    'audit.events',
    'audit.seals',
    'audit.command_proofs',
    'public.verify_progress',
    'public.verify_runs',
  ]);
  for (const table of manifest.tables) {
    const name = `${table.schema}.${table.name}`;
    if (!grown.has(name)) expect([name, await count(db, name)]).toEqual([name, table.rows]);
  }

  const server = await startTestServer({
    db,
    dataDir: config.dataDir,
    config: { secretKey: config.secretKey },
  });
  cleanups.push(() => server.close());
  const client = await signIn(server.client(), started.learner);
  const certificates = await client.get<readonly unknown[]>('/api/certificates');
  expect(certificates.status).toBe(200);
  expect(certificates.body).toHaveLength(1);
  // The numbers go on behind those that were given.
  const admin = await signIn(server.client(), started.world.adminUser);
  expect(await quickCreate(admin, ['after.pdf', await sample.makePdf(1)])).toMatchObject({ status: 201 });
});

test('[OPS-04] [AUD-02] what was sealed after the backup is named from the anchors that outlived the database', async () => {
  await write(10_000);
  await sealOnce(sealerOf(started.server.services));
  const { config } = await emptyPlace();
  fs.cpSync(
    path.join(started.server.services.config.dataDir, 'anchors'),
    path.join(config.dataDir, 'anchors'),
    { recursive: true },
  );
  const { report } = await restoreBackup(config, folder);
  expect(report.findings).toEqual([]);
  expect(report.notices.map(({ kind }) => kind)).toContain('restored');
});

test('[OPS-04] a backup of before the first seal has no anchors, and is restored all the same', async () => {
  const { config } = started.server.services;
  const bare = path.join(newFolder(), 'bare');
  const unsealed = newFolder();
  const made = await writeBackup(configOf(started.db, { ...config, dataDir: unsealed }), bare);
  expect(made.anchors).toEqual([]);
  const { db, config: place } = await emptyPlace();
  await restoreBackup(place, bare);
  expect(await count(db, 'users')).toBe(made.tables.find(({ name }) => name === 'users')?.rows);
});

test('[OPS-04] what cannot be brought along is refused before a row stands', async () => {
  const { db, config } = await emptyPlace();
  fs.writeFileSync(path.join(config.dataDir, 'anchors'), 'no folder');
  await expect(restoreBackup(config, folder)).rejects.toThrow(/anchors/);
  expect(await count(db, 'users')).toBe(0);
});

test('[OPS-04] a place that is in use, another secret and a folder that is no backup are refused', async () => {
  await expect(restoreBackup(configOf(started.db, started.server.services.config), folder)).rejects.toThrow(
    'The database is in use',
  );
  const other = await emptyPlace({ secretKey: Buffer.alloc(48, 7) });
  await expect(restoreBackup(other.config, folder)).rejects.toThrow('SECRET_KEY is not the one');
  await expect(restoreBackup(other.config, newFolder())).rejects.toThrow('is not a whole backup');
});

test('[OPS-04] [SEC-04] a damaged file is named, and the others are in the backup', async () => {
  const { config, db } = started.server.services;
  const { sha256 } = await db.selectFrom('files').select('sha256').orderBy('id').executeTakeFirstOrThrow();
  const file = path.join(config.filesDir, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const before = fs.readFileSync(file);
  fs.writeFileSync(file, `${before.toString('latin1')}!`);
  try {
    const made = await writeBackup(configOf(started.db, config), path.join(newFolder(), 'damaged'));
    expect(made.files.damaged).toEqual([sha256]);
    expect(made.files.count).toBe(manifest.files.count - 1);
  } finally {
    fs.writeFileSync(file, before);
  }
});

test('[OPS-04] a backup is never written over another folder, and leaves nothing when it fails', async () => {
  const config = configOf(started.db, started.server.services.config);
  const parent = newFolder();
  const unreachable = {
    ...config.database,
    url: withConnection(started.db.url, { database: 'gone' }),
  } as Config['database'];
  await expect(writeBackup({ ...config, database: unreachable }, path.join(parent, 'x'))).rejects.toThrow(
    'gone',
  );
  expect(fs.readdirSync(parent)).toEqual([]);
  await expect(writeBackup(config, parent)).rejects.toThrow('never written over');
});
