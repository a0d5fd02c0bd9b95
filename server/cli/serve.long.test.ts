import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isAlive } from '#server/platform/postgres/owner.ts';
import { until } from '#tests/harness/poll.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { prepareInstallation } from '#tests/harness/prepared-installation.ts';
import { processTree, temporaryFolder } from '#tests/harness/processes.ts';
import { runProduct, startProduct, type RunningServer } from '#tests/harness/product.ts';
import { runHere } from '#tests/harness/product-here.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function newFolder(): string {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  return dir;
}

async function serve(env: Record<string, string>): Promise<RunningServer> {
  const server = await startProduct(env);
  cleanups.push(async () => {
    server.kill('SIGTERM');
    await server.ended;
  });
  return server;
}

const version = async (server: RunningServer): Promise<unknown> => {
  const response = await fetch(new URL('/api/version', server.url));
  return response.json();
};

test('[OPS-01] starts on an empty folder, refuses a second start, ends cleanly on SIGTERM, and starts again', async () => {
  const dataDir = path.join(newFolder(), 'data');
  const server = await serve({ DATA_DIR: dataDir });
  expect(await version(server)).toMatchObject({ name: 'TrainTrail' });
  expect(fs.statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);

  const second = await runProduct(['serve', '--no-page'], { DATA_DIR: dataDir, PORT: '0' });
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`${dataDir} is in use`);
  expect(second.stderr).toContain(String(server.pid));
  expect(await version(server)).toMatchObject({ name: 'TrainTrail' });

  const processes = processTree(server.pid);
  const asked = performance.now();
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(performance.now() - asked).toBeLessThan(10_000);
  for (const pid of processes) await until(`process ${pid} ends`, () => !isAlive(pid));

  const again = await serve({ DATA_DIR: dataDir });
  expect(await version(again)).toMatchObject({ name: 'TrainTrail' });
});

test('[OPS-01] Ctrl-C, told twice as a terminal and npm do, still ends cleanly', async () => {
  const dataDir = path.join(newFolder(), 'data');
  await prepareInstallation(dataDir);
  const server = await serve({ DATA_DIR: dataDir });
  server.kill('SIGINT');
  server.kill('SIGINT');
  expect((await server.ended).code).toBe(0);
  expect(fs.existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('[OPS-01] a taken port: one line that names PORT, exit code 1, nothing started', async () => {
  const dataDir = path.join(newFolder(), 'data');
  const holder = net.createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise<void>((resolve) => holder.close(() => resolve())));
  const { port } = holder.address() as net.AddressInfo;
  const { code, stdout, stderr } = await runProduct(['serve', '--no-page'], {
    DATA_DIR: dataDir,
    PORT: String(port),
  });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is already in use\\. Choose another one with PORT.*\\n$`),
  );
  expect(fs.existsSync(path.join(dataDir, 'postgres'))).toBe(false);
});

test('[OPS-02] a wrong configuration is refused with the name of each variable', async () => {
  const { code, stderr } = await runProduct(['serve'], { DATABASE_URL: 'postgres://db/x', PORT: 'http' });
  expect(code).toBe(1);
  for (const name of ['PORT', 'PUBLIC_URL', 'SECRET_KEY']) expect(stderr).toContain(`${name} `);
  expect(stderr).not.toMatch(/ at .*\.ts:/);
});

test('[OPS-02] [OPS-05] production over TCP: migrate, serve, first administrator, doctor, verify', async () => {
  const database = await createTestDatabase({ tcp: true, empty: true });
  cleanups.push(() => database.drop());
  const production = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'kP3vX9mQ2rT7wZ5bN8cJ4hL6fD1gS0aY',
    PUBLIC_URL: 'https://training.example.org',
    DATA_DIR: newFolder(),
  };
  const admin = { ...production, DATABASE_ADMIN_URL: database.adminUrl };

  const early = await runProduct(['serve', '--no-page'], production);
  expect(early.code).toBe(1);
  expect(early.stderr).toContain('bin/traintrail migrate');
  expect((await runHere(['migrate'], production)).stderr).toContain('DATABASE_ADMIN_URL');
  const migrated = await runProduct(['migrate'], admin);
  expect(migrated).toMatchObject({ code: 0, stderr: '' });
  expect((await runHere(['migrate'], admin)).stdout).toBe('The database is up to date.\n');

  const tooStrong = await runProduct(['serve', '--no-page'], {
    ...production,
    DATABASE_URL: database.adminUrl,
  });
  expect(tooStrong.code).toBe(1);
  expect(tooStrong.stderr).toContain('superuser');

  const server = await serve(production);
  expect(await version(server)).toMatchObject({ name: 'TrainTrail' });
  const keys = await database.admin.query('select 1 from push_keys where ended_at is null');
  expect(keys.rows).toHaveLength(1);
  const created = await runProduct(['create-admin', '--email', 'first@example.org'], production);
  expect(created).toMatchObject({ code: 0 });
  const doctor = await runProduct(['doctor'], production);
  expect(doctor.stdout).toContain('ok    database: PostgreSQL');
  expect(await runProduct(['verify'], production)).toMatchObject({ code: 0, stderr: '' });
  const { rows } = await database.admin.query('select email, role, must_change_password from users');
  expect(rows).toEqual([{ email: 'first@example.org', role: 'admin', must_change_password: true }]);
});

test('unknown commands and options are answered with the usage and exit code 2', async () => {
  const unknown = await runProduct(['fly'], {});
  expect(unknown.code).toBe(2);
  expect(unknown.stdout).toContain('create-admin');
  const option = await runHere(['verify', '--fast'], {});
  expect(option).toMatchObject({ code: 2, stdout: '' });
  expect(option.stderr).toContain('--fast');
});
