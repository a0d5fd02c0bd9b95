import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { loadConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createClient } from '#tests/harness/client.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { prepareInstallation } from '#tests/harness/prepared-installation.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { runProduct, startProduct } from '#tests/harness/product.ts';
import { runHere } from '#tests/harness/product-here.ts';
import { startTestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  readyToSign,
} from '#tests/harness/training-world.ts';
import { enrol } from '#tests/harness/two-factor.ts';
import { FIXTURE_PASSWORD, signIn } from '#tests/harness/world.ts';
import { composeInstalled } from './compose-installed.ts';
import { openDatabase } from './open-database.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A trial on the embedded database: somebody has signed, somebody uses an authenticator. */
async function makeTrial(dataDir: string) {
  const log = createLog('silent');
  await prepareInstallation(dataDir);
  const opened = await openDatabase(loadConfig({ DATA_DIR: dataDir }), log);
  try {
    await (await composeInstalled(opened, log)).close();
    const { secretKey } = opened.config;
    const server = await startTestServer({ db: { url: opened.url }, dataDir, config: { secretKey } });
    try {
      const { admin, learners } = await createTrainingWorld(server, 2);
      const [signer, careful] = learners;
      if (!signer || !careful) throw new Error('the trial has no learners');
      const [moduleId = 0] = await createTextModules(server.services, 1);
      const { id } = await assignTo(admin, signer.id, moduleId);
      await completeText(await readyToSign(server, signer), id, signer);
      const client = await signIn(server.client(), careful);
      return { signer, careful, phone: await enrol(server.services, client, FIXTURE_PASSWORD) };
    } finally {
      await server.close();
    }
  } finally {
    await opened.close();
  }
}

test('[OPS-09] [OPS-04] a trial moves to production as the README says: clean, signed as before, people sign in with their codes', async () => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  const [trial, backup] = [path.join(dir, 'trial'), path.join(dir, 'backup')];
  const { signer, careful, phone } = await makeTrial(trial);
  const wrote = await runProduct(['backup', '--to', backup], { DATA_DIR: trial });
  expect(wrote).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Wrote \d+ rows of /) });
  // A person reads sentences, never the log of a server.
  expect(wrote.stdout + wrote.stderr).not.toContain('{');

  const db = await createTestDatabase({ empty: true });
  cleanups.push(() => db.drop());
  const env = {
    DATABASE_URL: db.url,
    DATABASE_ADMIN_URL: db.adminUrl,
    DATA_DIR: path.join(dir, 'production'),
    SECRET_KEY: fs.readFileSync(path.join(trial, 'secret.key'), 'utf8').trim(),
    PUBLIC_URL: 'http://127.0.0.1:3000',
  };
  const other = { ...env, SECRET_KEY: 'another secret with more than 32 letters' };
  const refused = await runHere(['restore', '--from', backup], other);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('SECRET_KEY is not the one') });
  const restored = await runProduct(['restore', '--from', backup], env);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Checked: clean.') });
  expect(await runHere(['verify'], env)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Clean.'),
  });

  const server = await startProduct(env);
  cleanups.push(async () => {
    server.kill('SIGTERM');
    await server.ended;
  });
  const certificates = await (await signIn(createClient(server.url), signer)).get('/api/certificates');
  expect(certificates).toMatchObject({ status: 200, body: [{ status: 'valid', signed: true }] });
  const client = createClient(server.url);
  const { email, password } = careful;
  expect(await client.post('/api/auth/login', { email, password })).toMatchObject({ status: 200 });
  const code = await phone.code();
  expect(await client.post('/api/auth/login/verify', { code })).toMatchObject({ status: 200 });
  // The folder of the trial is not that of production's database.
  const mixed = await runHere(['verify'], { ...env, DATA_DIR: dir });
  expect(mixed).toMatchObject({ code: 1, stderr: expect.stringContaining('DATA_DIR must be the folder') });
});
