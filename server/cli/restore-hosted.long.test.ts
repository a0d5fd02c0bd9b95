import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '#server/platform/postgres/embedded.ts';
import { connectionUrl, withConnection } from '#server/platform/postgres/url.ts';
import { ask, temporaryFolder } from '#tests/harness/processes.ts';
import { runProduct } from '#tests/harness/product.ts';

/** A PostgreSQL as hosts rent it out: the only role that we get is no superuser. */
let server: string;
let backup: string;
let secret: string;
let dir: string;
const cleanups: (() => Promise<void> | void)[] = [];
let databases = 0;

beforeAll(async () => {
  const folder = temporaryFolder();
  cleanups.push(folder.remove);
  dir = folder.dir;
  const embedded = await startEmbedded({ durable: false, tcp: true });
  cleanups.push(embedded.stop);
  if (!embedded.tcpConnection) throw new Error('the server does not listen');
  server = connectionUrl(embedded.tcpConnection);
  const trial = { DATA_DIR: path.join(dir, 'trial') };
  expect(await runProduct(['create-admin', '--email', 'first@example.org'], trial)).toMatchObject({
    code: 0,
  });
  backup = path.join(dir, 'backup');
  expect(await runProduct(['backup', '--to', backup], trial)).toMatchObject({ code: 0 });
  secret = fs.readFileSync(path.join(trial.DATA_DIR, 'secret.key'), 'utf8').trim();
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A new database and a role with these attributes; where it does not own the database it may only connect. */
async function rented(attributes: string, owns = true) {
  databases += 1;
  const role = `rented_${databases}`;
  await ask(server, `create role ${role} login password 'rented' ${attributes}`);
  await ask(
    server,
    `create database ${role} template template0 encoding 'UTF8' ${owns ? `owner ${role}` : ''}`,
  );
  const adminUrl = withConnection(server, { user: role, password: 'rented', database: role });
  const dataDir = path.join(dir, role);
  const env = {
    DATABASE_URL: withConnection(adminUrl, { user: 'traintrail_app', password: 'of the product' }),
    DATABASE_ADMIN_URL: adminUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: secret,
    PUBLIC_URL: 'http://127.0.0.1:3000',
  };
  const untouched = async (): Promise<void> => {
    const rows = await ask(
      withConnection(server, { database: role }),
      `select to_regclass('public.users') as users`,
    );
    expect(rows).toEqual([{ users: null }]);
    expect(fs.existsSync(dataDir)).toBe(false);
  };
  return { env, dataDir, untouched };
}

const restoreInto = (env: Readonly<Record<string, string>>, ...more: readonly string[]) =>
  runProduct(['restore', '--from', backup, ...more], env);

test('[OPS-04] a role that lacks a right is told which before anything is copied; a superuser is never asked for', async () => {
  const noRoles = await rented('');
  expect(await restoreInto(noRoles.env)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /rented_\d of DATABASE_ADMIN_URL cannot restore: it may not create roles.*CREATEROLE.*A superuser is not needed\. Nothing was copied\.\n$/,
    ),
  });
  await noRoles.untouched();
  const noOwner = await rented('createrole', false);
  expect(await restoreInto(noOwner.env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('it does not own the database'),
  });
  await noOwner.untouched();
});

test('[OPS-04] [OPS-02] who owns the database and may create roles restores without a superuser: clean, with every trigger and foreign key', async () => {
  const { env, untouched } = await rented('createrole');
  expect(await restoreInto(env, '--check')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^The backup is whole and can be restored here: \d+ rows/),
  });
  await untouched();
  expect(await restoreInto(env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/note: ddl_not_recorded[^]*Checked: clean\./),
  });
  // Every trigger, foreign key and right is compared with the catalogue of this version.
  expect(await runProduct(['verify'], env)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Clean.'),
  });
  const client = new pg.Client({ connectionString: env.DATABASE_ADMIN_URL });
  await client.connect();
  await expect(
    client.query(`insert into departments (name, organization_id) values ('x', 1)`),
  ).rejects.toThrow(/outside a command/);
  await client.end();
});

test('[OPS-04] [OPS-09] a restore that was interrupted before the trail knows of it lets no server start', async () => {
  const { env, dataDir } = await rented('createrole');
  expect(await restoreInto(env)).toMatchObject({ code: 0 });
  fs.rmSync(path.join(dataDir, 'installation.json'));
  expect(await runProduct(['serve', '--no-page'], { ...env, PORT: '0' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('DATA_DIR must be the folder of the installation'),
  });
});

test('[OPS-04] after PostgreSQL put the database back, `note-restore` names the lost head and ends clean; without it verify does not', async () => {
  const { env, dataDir } = await rented('createrole');
  expect(await restoreInto(env)).toMatchObject({ code: 0 });
  // As after a restore to a point in time: the anchors have seen more than the database has.
  const { pathname } = new URL(env.DATABASE_URL);
  const name = pathname.slice(1);
  const copy = `${name}_before`;
  await ask(server, `create database ${copy} template ${name}`);
  expect(await runProduct(['create-admin', '--email', 'lost@example.org', '--another'], env)).toMatchObject({
    code: 0,
  });
  expect(await runProduct(['verify'], env)).toMatchObject({ code: 0 });
  await ask(server, `drop database ${name} with (force)`);
  await ask(server, `alter database ${copy} rename to ${name}`);
  expect(fs.existsSync(path.join(dataDir, 'anchors', 'heads.jsonl'))).toBe(true);
  expect(await runProduct(['verify'], env)).toMatchObject({ code: 1 });
  const noted = await runProduct(['note-restore'], env);
  expect(noted).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/note: restored[^]*Checked: clean\./),
  });
  expect(await runProduct(['verify'], env)).toMatchObject({ code: 0 });
});
