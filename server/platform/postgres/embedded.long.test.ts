import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ask, temporaryFolder } from '#tests/harness/processes.ts';
import { startEmbedded, type Embedded } from './embedded.ts';
import { sizingFor } from './sizing.ts';
import { connectionUrl } from './url.ts';
import { defaultDataDir, isRoot } from './unprivileged.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function newFolder(): string {
  const { dir, remove } = temporaryFolder();
  cleanups.push(remove);
  return dir;
}

async function start(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir });
  cleanups.push(() => embedded.stop());
  return embedded;
}

test('[OPS-01] runs on a private socket only, durable, and keeps its data over a clean stop', async () => {
  const dataDir = path.join(newFolder(), 'postgres');
  const first = await startEmbedded({ dataDir });
  const url = connectionUrl(first.superuserConnection);
  expect(fs.statSync(first.socketDir).mode & 0o777).toBe(0o700);
  expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(
    await ask(
      url,
      `select current_setting('listen_addresses') as listen, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as commits, current_setting('full_page_writes') as pages,
         current_setting('TimeZone') as zone, current_setting('server_encoding') as encoding`,
    ),
  ).toEqual([{ listen: '', fsync: 'on', commits: 'on', pages: 'on', zone: 'UTC', encoding: 'UTF8' }]);
  await ask(url, 'create table kept as select 1 as n');
  await first.stop();
  expect(fs.existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);
  expect(fs.existsSync(first.socketDir)).toBe(false);

  const second = await start(dataDir);
  expect(await ask(connectionUrl(second.superuserConnection), 'select n from kept')).toEqual([{ n: 1 }]);
});

test('[OPS-01] over TCP only the generated password opens the door', async () => {
  const embedded = await startEmbedded({ durable: false, tcp: true });
  cleanups.push(() => embedded.stop());
  const connection = embedded.tcpConnection!;
  expect(await ask(connectionUrl(connection), 'select 1 as n')).toEqual([{ n: 1 }]);
  await expect(ask(connectionUrl({ ...connection, password: 'wrong' }), 'select 1')).rejects.toThrow(
    /password/,
  );
});

test('[OPS-01] a half-made cluster of a killed first start does not stand in the way', async () => {
  const folder = newFolder();
  const halfMade = path.join(folder, 'postgres.new-abc123');
  fs.mkdirSync(halfMade);
  fs.writeFileSync(path.join(halfMade, 'PG_VERSION'), '18\n');
  const anHourAgo = new Date(Date.now() - 3_600_000);
  fs.utimesSync(halfMade, anHourAgo, anHourAgo);
  await start(path.join(folder, 'postgres'));
  expect(fs.readdirSync(folder).toSorted()).toEqual(['postgres', 'postgres.owner.json']);
});

test('[OPS-01] a throw-away cluster removes itself', async () => {
  const embedded = await startEmbedded({ durable: false });
  const [row] = await ask<{ dir: string; fsync: string }>(
    connectionUrl(embedded.superuserConnection),
    `select current_setting('data_directory') as dir, current_setting('fsync') as fsync`,
  );
  expect(row?.fsync).toBe('off');
  await embedded.stop();
  expect(fs.existsSync(path.dirname(row!.dir))).toBe(false);
});

const sizes = `select current_setting('shared_buffers') as shared, current_setting('work_mem') as work,
  current_setting('effective_cache_size') as cached, current_setting('random_page_cost')::float8 as cost`;

test('[PERF-03] [OPS-01] a cluster has the memory of the machine that it is on, also one that was made on another', async () => {
  const dataDir = path.join(newFolder(), 'postgres');
  const GB = 2 ** 30;
  for (const [memory, expected] of [
    [GB, { shared: '128MB', work: '8MB', cached: '512MB', cost: 2 }],
    [8 * GB, { shared: '1920MB', work: '56MB', cached: '4GB', cost: 1.1 }],
  ] as const) {
    const embedded = await startEmbedded({ dataDir, sizing: sizingFor({ memory }) });
    cleanups.push(() => embedded.stop());
    expect(await ask(connectionUrl(embedded.superuserConnection), sizes)).toEqual([expected]);
    await embedded.stop();
  }
});

test('[PERF-03] [OPS-01] a machine that refuses the memory gets a smaller database, not none', async () => {
  const lines: string[] = [];
  const embedded = await startEmbedded({
    dataDir: path.join(newFolder(), 'postgres'),
    sizing: { ...sizingFor({ memory: 0 }), sharedBuffers: 4 * 2 ** 40 },
    log: (line) => lines.push(line),
  });
  cleanups.push(() => embedded.stop());
  expect(await ask(connectionUrl(embedded.superuserConnection), sizes)).toEqual([
    { shared: '64MB', work: '4MB', cached: '256MB', cost: 4 },
  ]);
  expect(lines.join('\n')).toContain('starting with the least');
});

test('[OPS-01] a damaged cluster is reported with the words of PostgreSQL', async () => {
  const dataDir = path.join(newFolder(), 'postgres');
  await (await startEmbedded({ dataDir })).stop();
  fs.rmSync(path.join(dataDir, 'global', 'pg_control'));
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/pg_control/);
});

test.runIf(isRoot())('[OPS-01] root keeps data where the database user can reach it', () => {
  const folder = newFolder();
  expect(defaultDataDir(folder)).toBe(path.join(folder, 'data'));
  fs.chmodSync(folder, 0o700);
  expect(defaultDataDir(folder)).toBe('/var/lib/traintrail');
});

test.skipIf(isRoot())('[OPS-01] an ordinary user keeps data in ./data', () => {
  expect(defaultDataDir('/somewhere')).toBe('/somewhere/data');
});
