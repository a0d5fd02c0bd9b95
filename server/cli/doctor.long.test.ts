import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { runProduct } from '#tests/harness/product.ts';

let database: TestDatabase;
let env: Record<string, string>;
let removeFolder: () => void;
beforeEach(async () => {
  database = await createTestDatabase();
  const { dir, remove } = temporaryFolder();
  removeFolder = remove;
  env = {
    DATABASE_URL: database.url,
    DATA_DIR: path.join(dir, 'data'),
    SECRET_KEY: randomBytes(48).toString('base64'),
    PUBLIC_URL: 'http://127.0.0.1:3000',
  };
});
afterEach(async () => {
  removeFolder?.();
  await database?.drop();
});

/** What the doctor says, and how it ends. */
async function asked(change: Record<string, string> = {}): Promise<{ code: number | null; text: string }> {
  const { code, stdout, stderr } = await runProduct(['doctor'], { ...env, ...change });
  return { code, text: stdout + stderr };
}

test('[OPS-10] doctor compares the connections that servers and workers may take with those that the database has', async () => {
  const fits = await asked();
  expect(fits.text).toMatch(/^ok {4}connections: 1 server or worker takes up to 28 connections of \d+$/m);
  await database.admin.query(`alter database ${database.name} connection limit 27`);
  const tight = await asked();
  expect(tight.code).toBe(1);
  expect(tight.text).toMatch(
    /^FAIL {2}connections: .* up to 28 connections, the database has room for 27: raise its max_connections or lower DATABASE_POOL$/m,
  );
  expect((await asked({ DATABASE_POOL: '19' })).text).toMatch(
    /^ok {4}connections: .* up to 27 connections of 27$/m,
  );
});
