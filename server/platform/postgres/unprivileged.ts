import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The operating system's user that PostgreSQL runs as; empty when that is the user of this process. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs as root: PostgreSQL refuses to, so another user must be found for it (OPS-01). */
export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Returns the user of PostgreSQL (OPS-01). It is the user of this process. If that is root, it is the owner of an existing
 * cluster, or else `postgres`, or else `nobody`. Throws if root finds none of them.
 */
export function runAs(clusterDir: string): RunAs {
  if (!isRoot()) return {};
  const existing = fs.statSync(path.join(clusterDir, 'PG_VERSION'), { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody" to run it as. ' +
      'Start TrainTrail as an ordinary user or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Returns true if the user may execute the file, or pass through the directory, with every directory above it (OPS-01). */
export function canReach(target: string, who: RunAs): boolean {
  const test = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', target], { ...who, cwd: '/' });
  return test.status === 0;
}

/** Returns the nearest directory above a path, or the path itself, that exists. */
function nearestExisting(target: string): string {
  let current = path.resolve(target);
  while (!fs.existsSync(current)) current = path.dirname(current);
  return current;
}

/**
 * Returns the data folder if DATA_DIR is not set: ./data, or /var/lib/traintrail if root starts the product in a place that
 * PostgreSQL's user cannot reach, for example under /root (OPS-01).
 */
export function defaultDataDir(workingDir: string): string {
  const here = path.join(workingDir, 'data');
  if (!isRoot()) return here;
  return canReach(nearestExisting(here), runAs(path.join(here, 'postgres'))) ? here : '/var/lib/traintrail';
}
