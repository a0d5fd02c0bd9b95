import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isAlive } from '#server/platform/postgres/owner.ts';
import { until } from '#tests/harness/poll.ts';
import { prepareInstallation } from '#tests/harness/prepared-installation.ts';
import { killAll, postmasterOf, processTree, temporaryFolder } from '#tests/harness/processes.ts';
import { runProduct, startCommand, startProduct } from '#tests/harness/product.ts';
import { runHere } from '#tests/harness/product-here.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('[OPS-01] [OPS-02] [AUTH-19] kill -9 of the server and everything below it: the next start recovers, and create-admin and unlock work', async () => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  const dataDir = path.join(dir, 'data');
  await prepareInstallation(dataDir);
  const server = await startProduct({ DATA_DIR: dataDir });
  const created = await runProduct(['create-admin', '--email', 'kept@example.org'], { DATA_DIR: dataDir });
  expect(created.stdout).toContain('Temporary password: ');
  expect(isAlive(postmasterOf(path.join(dataDir, 'postgres')))).toBe(true);
  killAll(processTree(server.pid));
  await server.ended;

  const again = await startProduct({ DATA_DIR: dataDir });
  cleanups.push(async () => {
    again.kill('SIGTERM');
    await again.ended;
  });
  const repeated = await runHere(['create-admin', '--email', 'kept@example.org'], { DATA_DIR: dataDir });
  expect(repeated).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is an administrator already'),
  });
  const another = ['create-admin', '--another', '--email'];
  expect(await runHere([...another, 'kept@example.org'], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    stderr: 'Somebody with the address kept@example.org exists already.\n',
  });
  expect(await runHere([...another, 'second@example.org'], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
  });
  const unlock = ['unlock', '--lost-second-factor', '--email'];
  expect(await runProduct([...unlock, 'second@example.org'], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/second@example\.org was not locked.*\nThere was no second factor\./),
  });
  expect(await runHere([...unlock, 'nobody@example.org'], { DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    stderr: 'No account has the address nobody@example.org.\n',
  });
});

test('[OPS-01] a first start that is killed while it fills in demo data starts over, completely', async () => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  const dataDir = path.join(dir, 'data');
  await prepareInstallation(dataDir);
  const demo = { DATA_DIR: dataDir, DEMO: '1', DEMO_PASSWORD: 'walk-seven-green-lamps', PORT: '0' };
  const first = startCommand(['serve', '--no-page'], demo);
  await until('seeding has begun', () => fs.existsSync(path.join(dataDir, 'demo-unfinished')), {
    timeout: 280_000,
  });
  await until('some of the demo data is there', () => fs.existsSync(path.join(dataDir, 'files')), {
    timeout: 280_000,
  });
  killAll(processTree(first.pid));
  await first.ended;
  expect(first.stdout()).not.toContain('is ready');

  const again = await startProduct(demo);
  cleanups.push(async () => {
    again.kill('SIGTERM');
    await again.ended;
  });
  expect(again.stdout()).toContain('inspector@demo.example');
  expect(fs.existsSync(path.join(dataDir, 'demo-unfinished'))).toBe(false);
  expect(await runProduct(['verify'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
}, 600_000);

test('[OPS-01] a database that was used after demo data was interrupted is not dropped: the start says what to do', async () => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  const dataDir = path.join(dir, 'data');
  const env = { DATA_DIR: dataDir, PORT: '0' };
  const marker = path.join(dataDir, 'demo-unfinished');
  await prepareInstallation(dataDir);
  const server = await startProduct(env);
  const demo = startCommand(['demo'], env);
  await until('seeding has begun', () => fs.existsSync(marker), { timeout: 280_000 });
  demo.kill('SIGKILL');
  await demo.ended;
  const created = await runProduct(['create-admin', '--another', '--email', 'real@example.org'], env);
  expect(created).toMatchObject({ code: 0 });
  server.kill('SIGTERM');
  await server.ended;

  const refused = await runProduct(['serve', '--no-page'], env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('has been used since');
  expect(refused.stderr).toContain(`remove ${marker}`);
  fs.rmSync(marker);
  expect(await runHere(['create-admin', '--another', '--email', 'real@example.org'], env)).toMatchObject({
    code: 1,
    stderr: 'Somebody with the address real@example.org exists already.\n',
  });
});
