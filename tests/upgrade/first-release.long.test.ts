import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreBackup } from '#server/cli/restore.ts';
import type { Manifest } from '#server/db/backup/manifest.ts';
import { migrationNames } from '#server/db/migrations/index.ts';
import type { VerifyReport } from '#server/domains/audit/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import { decodeSecret } from '#server/platform/config/secret.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { describeSchema } from '#tests/harness/describe-schema.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startTestServer, testConfig, type TestServer } from '#tests/harness/server.ts';
import { signIn } from '#tests/harness/world.ts';

/** A backup that the first release made of the demo's installation, with the secret and the password of that installation. */
const archive = path.join(import.meta.dirname, 'fixtures/first-release.tar.gz');

const place = temporaryFolder();
const folder = path.join(place.dir, 'backup');
const dataDir = path.join(place.dir, 'data');
const text = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8').trim();

let db: TestDatabase;
let config: Config;
let restored: { readonly manifest: Manifest; readonly report: VerifyReport };
let server: TestServer;

beforeAll(async () => {
  fs.mkdirSync(folder);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  db = await createTestDatabase({ empty: true });
  config = testConfig(dataDir, {
    logLevel: 'error',
    secretKey: decodeSecret(text('secret.key')),
    database: { kind: 'server', url: db.url, adminUrl: db.adminUrl },
  });
  restored = await restoreBackup(config, folder);
  server = await startTestServer({ db, dataDir, config: { secretKey: config.secretKey } });
});
afterAll(async () => {
  await server?.close();
  await db?.drop();
  place.remove();
});

test('[OPS-05] [OPS-04] a backup of the first release is restored, upgraded and verified', () => {
  const { manifest, report } = restored;
  expect(migrationNames.slice(0, manifest.migrations.length)).toEqual(manifest.migrations);
  expect(migrationNames.length).toBeGreaterThanOrEqual(manifest.migrations.length);
  expect(report.findings).toEqual([]);
  expect(report.checked.records).toBeGreaterThan(100);
  expect(report.checked.files).toBe(manifest.files.count);
});

test('[OPS-05] after the upgrade the schema is that of a fresh installation', async () => {
  const fresh = await createTestDatabase();
  try {
    expect(await describeSchema(db.admin)).toEqual(await describeSchema(fresh.admin));
  } finally {
    await fresh.drop();
  }
});

test('[OPS-05] people of the first release sign in with their passwords and see their trainings', async () => {
  const client = await signIn(server.client(), {
    email: 'learner@demo.example',
    password: text('demo-password.txt'),
  });
  const { status, body } = await client.get<readonly unknown[]>('/api/assignments/user');
  expect(status).toBe(200);
  expect(body.length).toBeGreaterThan(0);
});
