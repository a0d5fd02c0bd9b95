import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createTrailWorld, type TrailWorld } from '#tests/harness/trail-world.ts';
import { exportBundle, verifierFile } from './export-bundle.ts';

const run = promisify(execFile);

let database: TestDatabase;
let world: TrailWorld;
let target: string;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createTrailWorld(database);
  await world.seal();
  target = fs.mkdtempSync(path.join(os.tmpdir(), 'verifier-test-'));
  await exportBundle({ db: database.db, dataDir: world.dataDir, keys: world.keys, target });
});
afterAll(async () => {
  fs.rmSync(target, { recursive: true, force: true });
  await world.cleanUp();
  await database.drop();
});

/** Runs the verifier as a reader does. */
const check = (...args: readonly string[]) =>
  run(process.execPath, [verifierFile, target, ...args], { env: {}, cwd: '/' }).then(
    ({ stdout }) => ({ said: stdout, code: 0 }),
    (error: unknown) => {
      const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
      return { said: stdout + stderr, code };
    },
  );

test('[AUD-02] the documentation has the hash of the verifier, so that a reader can tell a genuine one', () => {
  const hash = createHash('sha256').update(fs.readFileSync(verifierFile)).digest('hex');
  const readme = fs.readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`The SHA-256 of the verifier of this release is \`${hash}\``);
});

test('[AUD-02] [RPT-05] the verifier prints each time with its zone, and in the zone of the reader too', async () => {
  const key = ['--key', world.sealer.key.id];
  expect((await check(...key)).said).toMatch(
    /Newest seal: \d+, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, head [0-9a-f]{64}\nVALID\n$/,
  );
  expect((await check(...key, '--zone', 'Asia/Tokyo')).said).toMatch(
    /, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Asia\/Tokyo\), head /,
  );
  expect(await check(...key, '--zone', 'Atlantis')).toMatchObject({
    said: 'cannot be checked: Atlantis is not a time zone\n',
    code: 2,
  });
});

test('[AUD-02] a key that is not in the bundle is one finding, which says so', async () => {
  const other = 'f'.repeat(32);
  const { said, code } = await check('--key', other);
  expect(said.trimEnd().split('\n')).toEqual([
    `FINDING  key ${other}: none of the keys in this bundle is the one that you named, and none followed it (other_key)`,
    '0 events, 0 seals, 0 anchors; keys: ',
    'NOT VALID: 1 finding',
  ]);
  expect(code).toBe(1);
});
