import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The process that uses an embedded cluster, as recorded next to the cluster's folder. */
export interface Owner {
  readonly pid: number;
  /** Start of the process in clock ticks since boot with the boot's id: distinguishes a reused pid from the owner. */
  readonly started: string;
  readonly socketDir: string;
}

/** Another process uses the data folder (OPS-01). */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

const ownerFile = (clusterDir: string): string => `${clusterDir}.owner.json`;

function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

/** Returns the start of a process, as a text that differs between processes; empty if the system has no /proc. */
export function startOf(pid: number): string {
  const stat = readIfThere(`/proc/${pid}/stat`);
  const boot = readIfThere('/proc/sys/kernel/random/boot_id');
  if (stat === undefined || boot === undefined) return '';
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return `${boot.trim()}/${afterName[19] ?? ''}`;
}

/** Returns true while a process with this pid runs, with any owner. A process that has ended but was not collected yet does not count. */
export function isAlive(pid: number): boolean {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat !== undefined && /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the last writer of the owner file, running or not. */
export function readOwner(clusterDir: string): Owner | undefined {
  const text = readIfThere(ownerFile(clusterDir));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Owner;
  } catch {
    return undefined; // damaged by a power cut: counts as none, the postmaster's own lock decides
  }
}

/** The time that a killed owner may need to disappear. */
const goodbyeMs = 1000;

const owns = (owner: Owner | undefined): owner is Owner =>
  owner !== undefined && isAlive(owner.pid) && startOf(owner.pid) === owner.started;

/** Returns the owner that still runs, if any. */
export function runningOwner(clusterDir: string): Owner | undefined {
  const owner = readOwner(clusterDir);
  return owns(owner) ? owner : undefined;
}

/** Throws DataDirInUseError when the process that started this cluster still runs. */
export async function refuseIfOwned(clusterDir: string): Promise<void> {
  const deadline = Date.now() + goodbyeMs;
  let owner = runningOwner(clusterDir);
  while (owner && Date.now() < deadline) {
    await delay(50);
    owner = runningOwner(clusterDir);
  }
  if (!owner) return;
  throw new DataDirInUseError(
    `The data folder ${path.dirname(clusterDir)} is in use by a TrainTrail that is already running (process ${owner.pid}). ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  );
}

/** Records that this process uses the cluster now. */
export function claim(clusterDir: string, socketDir: string): void {
  const owner: Owner = { pid: process.pid, started: startOf(process.pid), socketDir };
  fs.writeFileSync(ownerFile(clusterDir), JSON.stringify(owner), { mode: 0o600 });
}

/** Withdraws the claim; has no effect if there is none. */
export function release(clusterDir: string): void {
  fs.rmSync(ownerFile(clusterDir), { force: true });
}
