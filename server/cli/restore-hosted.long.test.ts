import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '#server/platform/postgres/embedded.ts';
import { connectionUrl } from '#server/platform/postgres/url.ts';
import { withConnection } from '#tests/harness/with-connection.ts';
import { prepareInstallation } from '#tests/harness/prepared-installation.ts';
import { ask, temporaryFolder } from '#tests/harness/processes.ts';
import { runProduct, type Ended } from '#tests/harness/product.ts';
import { runHere } from '#tests/harness/product-here.ts';

/** A PostgreSQL as hosts rent it out: the only role that we get is no superuser. */
let server: string;
let backup: string;
let secret: string;
let dir: string;
/** Where the backup was restored, after a look that restored nothing. */
let place: Place;
let looked: Ended;
let restored: Ended;
const cleanups: (() => Promise<void> | void)[] = [];

interface Place {
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly name: string;
  readonly untouched: () => Promise<void>;
}

beforeAll(async () => {
  const folder = temporaryFolder();
  cleanups.push(folder.remove);
  dir = folder.dir;
  const embedded = await startEmbedded({ durable: false, tcp: true });
  cleanups.push(embedded.stop);
  if (!embedded.tcpConnection) throw new Error('the server does not listen');
  server = connectionUrl(embedded.tcpConnection);
  const trial = { DATA_DIR: path.join(dir, 'trial') };
  await prepareInstallation(trial.DATA_DIR);
  await runHere(['create-admin', '--email', 'first@example.org'], trial);
  backup = path.join(dir, 'backup');
  await runProduct(['backup', '--to', backup], trial);
  secret = fs.readFileSync(path.join(trial.DATA_DIR, 'secret.key'), 'utf8').trim();
  place = await rented('owner_of_all', 'createrole');
  looked = await restoreInto(place.env, '--check');
  await place.untouched();
  restored = await runProduct(['restore', '--from', backup], place.env);
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A new database and a role of the same name with these attributes; where it does not own the database it may only connect. */
async function rented(name: string, attributes: string, owns = true): Promise<Place> {
  await ask(server, `create role ${name} login password 'rented' ${attributes}`);
  await ask(
    server,
    `create database ${name} template template0 encoding 'UTF8' ${owns ? `owner ${name}` : ''}`,
  );
  const adminUrl = withConnection(server, { user: name, password: 'rented', database: name });
  const dataDir = path.join(dir, name);
  const env = {
    DATABASE_URL: withConnection(adminUrl, { user: 'traintrail_app', password: 'of the product' }),
    DATABASE_ADMIN_URL: adminUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    LOG_LEVEL: 'error',
  };
  const untouched = async (): Promise<void> => {
    const rows = await ask(
      withConnection(server, { database: name }),
      `select to_regclass('public.users') as users`,
    );
    expect(rows).toEqual([{ users: null }]);
    expect(fs.existsSync(dataDir)).toBe(false);
  };
  return { env, dataDir, name, untouched };
}

const restoreInto = (env: Readonly<Record<string, string>>, ...more: readonly string[]) =>
  runHere(['restore', '--from', backup, ...more], env);

test('[OPS-04] [OPS-02] who owns the database and may create roles restores without a superuser: clean, with every trigger', async () => {
  expect(looked).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The backup is whole and can be restored here: \d+ rows/),
  });
  // Every trigger, foreign key and right is compared with the catalogue of this version.
  expect(restored).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/note: ddl_not_recorded[^]*Checked: clean\./),
  });
  const adminUrl = place.env.DATABASE_ADMIN_URL ?? '';
  const planted = ask(adminUrl, `insert into settings (key, value) values ('planted', '1')`);
  await expect(planted).rejects.toThrow(/outside a command/);
});

test('[OPS-04] [OPS-09] until the trail knows of a restore, no server starts', async () => {
  const note = path.join(place.dataDir, 'installation.json');
  fs.renameSync(note, `${note}.away`);
  try {
    expect(await runProduct(['serve', '--no-page'], { ...place.env, PORT: '0' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('DATA_DIR must be the folder of the installation'),
    });
  } finally {
    fs.renameSync(`${note}.away`, note);
  }
});

test('[OPS-04] [AUD-02] where PostgreSQL put the database back, verify names the lost head, and is clean after `note-restore`', async () => {
  const { env, name } = place;
  await ask(server, `create database before template ${name} owner ${name}`);
  const another = await runHere(['create-admin', '--email', 'lost@example.org', '--another'], env);
  expect(another).toMatchObject({ code: 0 });
  // It seals what was done since: the anchors have seen more than the copy has.
  expect(await runProduct(['note-restore'], env)).toMatchObject({ code: 0 });
  await ask(server, `drop database ${name} with (force)`);
  await ask(server, `alter database before rename to ${name}`);
  // Rights on the database itself are not part of a copy.
  expect(await runHere(['migrate'], env)).toMatchObject({ code: 0 });
  expect(await runHere(['verify'], env)).toMatchObject({ code: 1 });
  expect(await runHere(['note-restore'], env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/note: restored[^]*Checked: clean\./),
  });
});

test('[OPS-04] a role that lacks a right is told which before anything is copied; a superuser is never asked for', async () => {
  await ask(
    server,
    `do $$ begin create role traintrail_audit; exception when duplicate_object then null; end $$`,
  );
  const cases = [
    [
      await rented('no_roles', ''),
      /no_roles of DATABASE_ADMIN_URL cannot restore: .*(?:CREATEROLE|ADMIN OPTION)/,
    ],
    [await rented('no_owner', 'createrole', false), /it does not own the database/],
    [await rented('no_member', 'createrole'), /traintrail_audit exist already and are not its to use/],
  ] as const;
  for (const [{ env, untouched }, words] of cases) {
    const { code, stderr } = await restoreInto(env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
    expect(stderr).toMatch(/A superuser is not needed\. Nothing was copied\.\n$/);
    await untouched();
  }
});
