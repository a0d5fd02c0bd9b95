import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '#server/main.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { openDatabase } from './open-database.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-verify-'));
const config = loadConfig({ DATA_DIR: dataDir });
const log = pino({ level: 'silent' });
const former = { dataDir: process.env['DATA_DIR'], url: process.env['DATABASE_URL'] };

beforeAll(async () => {
  process.env['DATA_DIR'] = dataDir;
  delete process.env['DATABASE_URL'];
  const opened = await openDatabase(config, log);
  await opened.close();
});
afterAll(() => {
  if (former.dataDir === undefined) delete process.env['DATA_DIR'];
  else process.env['DATA_DIR'] = former.dataDir;
  if (former.url !== undefined) process.env['DATABASE_URL'] = former.url;
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** What a superuser does to the embedded database, whatever its schema; nothing is migrated. */
async function asSuperuser(...statements: readonly string[]): Promise<void> {
  const opened = await openDatabase(config, log, { untouched: true });
  const client = new pg.Client({ connectionString: opened.adminUrl ?? '' });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
    await opened.close();
  }
}

/** Exit code and text of `verify`. */
async function verify(): Promise<{ readonly code: number; readonly text: string }> {
  const written: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    written.push(String(chunk));
    return true;
  };
  try {
    return { code: await main(['verify']), text: written.join('') };
  } finally {
    process.stdout.write = write;
  }
}

const emptied = `create or replace function audit.refuse_change() returns trigger language plpgsql as $$ begin return null; end $$`;

test('[AUD-02] [AUD-04] verify looks before anything is migrated, and says what it cannot check of an older schema', async () => {
  expect((await verify()).code).toBe(0);
  // An older version's database: the newest migration has not run yet.
  await asSuperuser(
    `delete from migrations.kysely_migration where name = (select max(name) from migrations.kysely_migration)`,
  );
  const older = await verify();
  expect(older).toMatchObject({ code: 2, text: expect.stringContaining('The database lacks') });
  expect(older.text).not.toContain('Clean.');
  await asSuperuser(emptied);
  const tampered = await verify();
  expect(tampered).toMatchObject({
    code: 1,
    text: expect.stringContaining('guard_changed  function audit.refuse_change()'),
  });
  expect(tampered.text).toContain('guard_changed  schema: it is not what the last migration left');
});

test('[AUD-02] verify says that a schema is newer, and checks the trail of it', async () => {
  await asSuperuser(`insert into migrations.kysely_migration values ('9999-from-the-future', '2030-01-01')`);
  expect(await verify()).toMatchObject({ code: 2, text: expect.stringContaining('9999-from-the-future') });
});
