import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInstallation, sealerOf, sealOnce } from '#server/domains/audit/index.ts';
import { decodeSecret } from '#server/platform/config/secret.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { installationFile, readFolderId, writeFolderId } from '#server/platform/installation/data-folder.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser } from '#tests/harness/world.ts';
import { admit } from './admission.ts';

const log = createLog('silent');
/** As `openssl rand -base64 48` makes it; the versions before took it as text. */
const text = randomBytes(48).toString('base64');

let db: TestDatabase;
let server: TestServer;
let other: ReturnType<typeof temporaryFolder>;

beforeAll(async () => {
  db = await createTestDatabase();
  other = temporaryFolder();
  server = await startTestServer({ db, config: { secretKey: Buffer.from(text) } });
  await createUser(server.services);
  await until('something is sealed', async () => (await sealOnce(sealerOf(server.services))) > 0);
});
afterAll(async () => {
  await server.close();
  await db.drop();
  other.remove();
});

const admitted = (changes: { readonly secretKey?: Buffer; readonly dataDir?: string }) =>
  admit({ ...server.services.config, ...changes }, db.db, log);

test('[OPS-09] a database of before the fingerprint is recognized by its seals, and the start says how its secret is read', async () => {
  await expect(admitted({ secretKey: decodeSecret(text) })).rejects.toThrow(/SECRET_KEY .*SECRET_KEY=text:/);
  await expect(admitted({ secretKey: randomBytes(48) })).rejects.toThrow(/SECRET_KEY .*used last/);
  expect((await admitted({ secretKey: decodeSecret(`text:${text}`) })).formerSecrets).toBeUndefined();
});

test('[OPS-09] the first start notes installation and fingerprint, and another secret is refused with both fingerprints', async () => {
  const { config } = server.services;
  await Promise.all([startInstallation(server.services), startInstallation(server.services)]);
  const row = await db.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ id: readFolderId(config.dataDir), keyFingerprint: fingerprintOf(config) });
  expect((await admitted({})).formerSecrets).toEqual([]);

  const foreign = { secretKey: randomBytes(48) };
  const refused = admitted(foreign);
  await expect(refused).rejects.toThrow(
    new RegExp(`SECRET_KEY .*${fingerprintOf(foreign)}.*${row.keyFingerprint}`),
  );
  await expect(admitted({ secretKey: decodeSecret(text) })).rejects.toThrow(/SECRET_KEY=text:/);
});

test('[OPS-09] a DATA_DIR that is not shared with the installation is refused', async () => {
  const { config } = server.services;
  const id = readFolderId(config.dataDir) ?? '';
  await expect(admitted({ dataDir: other.dir })).rejects.toThrow(
    new RegExp(
      `DATA_DIR must be the folder of the installation ${id}.*names no installation.*adopt-data-dir`,
    ),
  );
  writeFolderId(other.dir, '00000000-0000-4000-8000-000000000000');
  await expect(admitted({ dataDir: other.dir })).rejects.toThrow(/belongs to the installation 00000000/);
  fs.copyFileSync(installationFile(config.dataDir), installationFile(other.dir));
  expect(await admitted({ dataDir: other.dir })).toMatchObject({ dataDir: other.dir });
});
