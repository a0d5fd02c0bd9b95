import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { prepareInstallation } from '#tests/harness/prepared-installation.ts';
import { killAll, processTree, temporaryFolder } from '#tests/harness/processes.ts';
import { runProduct, startCommand, startProduct } from '#tests/harness/product.ts';
import { runHere } from '#tests/harness/product-here.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('[OPS-09] kill -9 of a rotation at any moment leaves an installation that starts; a whole one stops the server beside it', async () => {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  const env = { DATA_DIR: path.join(dir, 'data') };
  const secretFile = path.join(env.DATA_DIR, 'secret.key');
  const next = `${secretFile}.next`;
  await prepareInstallation(env.DATA_DIR);
  const created = await runHere(['create-admin', '--email', 'kept@example.org'], env);
  expect(created).toMatchObject({ code: 0 });

  // By what it has done so far, and by the clock.
  const moments: readonly ((started: number) => boolean)[] = [
    () => fs.existsSync(next),
    ...[30, 90].map((ms) => {
      let seen = 0;
      return () => {
        if (seen === 0 && fs.existsSync(next)) seen = performance.now();
        return seen > 0 && performance.now() - seen > ms;
      };
    }),
  ];
  for (const moment of moments) {
    const rotation = startCommand(['rotate-key'], env);
    let over = false;
    void rotation.ended.then(() => (over = true));
    const started = performance.now();
    while (!over && !moment(started)) await new Promise((resolve) => setTimeout(resolve, 2));
    killAll(processTree(rotation.pid));
    await rotation.ended;
    expect(await runHere(['verify'], env)).toMatchObject({ code: 0 });
  }

  const server = await startProduct(env);
  const before = fs.readFileSync(secretFile, 'utf8');
  const rotated = await runProduct(['rotate-key'], env);
  expect(rotated).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`The new secret is in ${secretFile}`),
  });
  expect(await server.ended).toMatchObject({ code: 1 });
  expect(fs.readFileSync(secretFile, 'utf8')).not.toBe(before);
  expect(fs.existsSync(next)).toBe(false);
  expect(fs.statSync(secretFile).mode & 0o077).toBe(0);
  expect(await runHere(['verify'], env)).toMatchObject({ code: 0 });
});
