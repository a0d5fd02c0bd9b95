import fs from 'node:fs';
import path from 'node:path';

const unreadable = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM']);

function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (unreadable.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

const lockFile = (clusterDir: string): string => path.join(clusterDir, 'postmaster.pid');

/** Returns the process that postmaster.pid names, if it really is the PostgreSQL of this cluster (Linux). */
export function serverOf(clusterDir: string): number | undefined {
  const pid = Number(ifReadable(() => fs.readFileSync(lockFile(clusterDir), 'utf8'))?.split('\n')[0]);
  const command = ifReadable(() => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  return command?.split('\0').includes(clusterDir) ? pid : undefined;
}

/** Returns true if some process works in the cluster's folder, as every process of a PostgreSQL server does. */
function someoneWorksIn(clusterDir: string): boolean {
  const real = fs.realpathSync(clusterDir);
  return fs
    .readdirSync('/proc')
    .some((entry) => /^\d+$/.test(entry) && ifReadable(() => fs.readlinkSync(`/proc/${entry}/cwd`)) === real);
}

/**
 * Removes the lock of a server that has certainly ended (OPS-01). After a power cut, or in a restarted container, another program
 * may have its process number by now, and PostgreSQL would never start again. Returns whether the lock was removed. Without /proc
 * nothing is certain.
 */
export function removeStaleLock(clusterDir: string): boolean {
  if (!fs.existsSync('/proc/self/cwd') || serverOf(clusterDir) !== undefined || someoneWorksIn(clusterDir))
    return false;
  fs.rmSync(lockFile(clusterDir), { force: true });
  return true;
}
