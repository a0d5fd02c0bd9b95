import { spawn, type ChildProcessByStdio } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { until } from '#tests/harness/poll.ts';
import { ask, killAll, postmasterOf, processTree, temporaryFolder } from '#tests/harness/processes.ts';
import { attachOrStartEmbedded, startEmbedded, type Embedded } from './embedded.ts';
import { DataDirInUseError, isAlive, readOwner } from './owner.ts';
import { connectionUrl } from './url.ts';

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

interface Writer {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly pid: number;
  /** The highest number whose commit was acknowledged. */
  readonly acknowledged: () => number;
}

async function startWriter(dataDir: string, mode = 'write'): Promise<Writer> {
  const script = path.resolve('tests/harness/fixtures/embedded-writer.ts');
  const child = spawn(process.execPath, [script, dataDir, mode], { stdio: ['pipe', 'pipe', 'inherit'] });
  cleanups.push(async () => {
    child.kill('SIGKILL');
    await until('the database stops', () => !fs.existsSync(path.join(dataDir, 'postmaster.pid')));
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  await until('the writer is ready', () => printed.startsWith('ready'), { timeout: 30_000 });
  const acknowledged = (): number => Number(printed.split('\n').at(-2)?.replace('ready', '0') ?? 0);
  return { child, pid: child.pid!, acknowledged };
}

const gone = (pid: number) => (): boolean => !isAlive(pid);

test('[OPS-01] a second start on a folder in use is refused at once and names the process', async () => {
  const dataDir = path.join(newFolder(), 'postgres');
  const writer = await startWriter(dataDir, 'idle');
  await expect(startEmbedded({ dataDir })).rejects.toThrow(DataDirInUseError);
  await expect(startEmbedded({ dataDir })).rejects.toThrow(new RegExp(`process ${writer.pid}\\b`));
  expect(isAlive(postmasterOf(dataDir))).toBe(true);
});

test('[OPS-04] a command beside a running server uses its database and leaves it running', async () => {
  const dataDir = path.join(newFolder(), 'postgres');
  await startWriter(dataDir, 'idle');
  const postmaster = postmasterOf(dataDir);
  const attached = await attachOrStartEmbedded({ dataDir });
  expect(
    await ask(connectionUrl(attached.superuserConnection), 'select count(*)::int as n from acknowledged'),
  ).toEqual([{ n: 0 }]);
  await attached.stop();
  expect(isAlive(postmaster)).toBe(true);
});

test('[OPS-01] kill -9 of the starting process leaves no orphan, and nothing acknowledged is lost', async () => {
  const dataDir = path.join(newFolder(), 'postgres');
  const writer = await startWriter(dataDir);
  await until('some commits', () => writer.acknowledged() > 20);
  const owner = readOwner(dataDir);
  const processes = processTree(postmasterOf(dataDir));
  killAll([writer.pid]);
  for (const pid of processes) await until(`process ${pid} ends`, gone(pid));
  await until('the socket folder goes', () => !fs.existsSync(owner!.socketDir));
  expect(fs.existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);

  const again = await start(dataDir);
  const [row] = await ask<{ n: number }>(
    connectionUrl(again.superuserConnection),
    'select count(*)::int as n from acknowledged',
  );
  expect(row?.n).toBeGreaterThanOrEqual(writer.acknowledged());
});

test('[OPS-01] kill -9 of everything in the middle of writes: the next start recovers every acknowledged row', async () => {
  const dataDir = path.join(newFolder(), 'postgres');
  for (let round = 1; round <= 2; round += 1) {
    const writer = await startWriter(dataDir);
    const before = writer.acknowledged();
    await until('some commits', () => writer.acknowledged() > before + 20);
    killAll(processTree(writer.pid));
    await until('the writer ends', gone(writer.pid));
    const again = await startEmbedded({ dataDir });
    const [row] = await ask<{ n: number; rows: number }>(
      connectionUrl(again.superuserConnection),
      'select max(n)::int as n, count(*)::int as rows from acknowledged',
    );
    await again.stop();
    expect(row?.n).toBeGreaterThanOrEqual(writer.acknowledged());
    expect(row?.rows).toBe(row?.n);
  }
});

test('[OPS-01] a server whose watchdog was killed as well is stopped by the next start', async () => {
  const dataDir = path.join(newFolder(), 'postgres');
  const writer = await startWriter(dataDir, 'idle');
  const postmaster = postmasterOf(dataDir);
  const serverTree = new Set(processTree(postmaster));
  killAll(processTree(writer.pid).filter((pid) => !serverTree.has(pid)));
  await until('the writer ends', gone(writer.pid));
  expect(isAlive(postmaster)).toBe(true);
  const again = await start(dataDir);
  expect(isAlive(postmaster)).toBe(false);
  expect(await ask(connectionUrl(again.superuserConnection), 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('[OPS-01] the lock of a server that is gone does not stop a start, even when its number is in use again', async () => {
  const dataDir = path.join(newFolder(), 'postgres');
  await (await startEmbedded({ dataDir })).stop();
  const { uid, gid } = fs.statSync(dataDir);
  const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
  cleanups.push(() => void stranger.kill());
  const lock = path.join(dataDir, 'postmaster.pid');
  fs.writeFileSync(lock, `${stranger.pid}\n${dataDir}\n1700000000\n5432\n/tmp\n\n  5432001 1\nready\n`, {
    mode: 0o600,
  });
  fs.chownSync(lock, uid, gid);
  const embedded = await start(dataDir);
  expect(await ask(connectionUrl(embedded.superuserConnection), 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(stranger.exitCode).toBeNull();
});
