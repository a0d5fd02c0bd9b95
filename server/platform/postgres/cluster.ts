import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canReach, type RunAs } from './unprivileged.ts';
import { postgresEnvironment } from './watchdog.ts';

/** Returns true if the folder contains a complete cluster; initdb works in a folder next to it, which is renamed at the end. */
export const clusterExists = (dir: string): boolean => fs.existsSync(path.join(dir, 'PG_VERSION'));

/** Makes the change of a folder's entries durable. */
function syncDirectory(dir: string): void {
  const handle = fs.openSync(dir, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** Removes the folder that a killed initdb left behind; one that still runs keeps its folder. */
function removeHalfMade(dir: string): void {
  const parent = path.dirname(dir);
  const prefix = `${path.basename(dir)}.new-`;
  for (const entry of fs.readdirSync(parent)) {
    if (!entry.startsWith(prefix)) continue;
    const old = path.join(parent, entry);
    const stat = fs.statSync(old, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > 10 * 60_000) fs.rmSync(old, { recursive: true, force: true });
  }
}

const initdbArguments = [
  ['-U', 'postgres', '--auth-local=trust', '--auth-host=scram-sha-256'],
  ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C', '--builtin-locale=C.UTF-8', '--no-instructions'],
].flat();

/**
 * Creates an empty cluster: completely or not at all, even if the machine stops in the middle (OPS-01). Locale C.UTF-8 is
 * PostgreSQL's own, so the order of texts does not change with the system's libraries.
 */
export function createCluster(dir: string, programs: string, who: RunAs, durable: boolean): void {
  const parent = path.dirname(dir);
  fs.mkdirSync(parent, { recursive: true, mode: 0o755 });
  removeHalfMade(dir);
  const fresh = fs.mkdtempSync(`${dir}.new-`);
  try {
    if (who.uid !== undefined && who.gid !== undefined) fs.chownSync(fresh, who.uid, who.gid);
    fs.chmodSync(fresh, 0o700);
    const made = spawnSync(
      path.join(programs, 'initdb'),
      [...initdbArguments, '-D', fresh, ...(durable ? [] : ['--no-sync'])],
      { ...who, cwd: '/', env: postgresEnvironment, encoding: 'utf8' },
    );
    if (made.status !== 0) {
      throw new Error(`The database could not be created in ${dir}: ${made.stderr}${made.stdout}`.trim(), {
        cause: made.error,
      });
    }
    fs.renameSync(fresh, dir);
    if (durable) syncDirectory(parent);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    const code = (error as NodeJS.ErrnoException).code;
    const takenMeanwhile = (code === 'ENOTEMPTY' || code === 'EEXIST') && clusterExists(dir);
    if (!takenMeanwhile) throw error;
  }
}

/** Creates a folder that only PostgreSQL's user may enter, with a path short enough for a Unix socket (107 bytes). */
export function privateDirectory(prefix: string, who: RunAs, preferred = os.tmpdir()): string {
  const places = [preferred, os.tmpdir(), '/tmp', '/var/tmp'];
  const place = places.find((dir) => dir.length < 70 && fs.existsSync(dir) && canReach(dir, who));
  if (place === undefined)
    throw new Error(`No temporary folder that the database can reach: ${places.join(', ')}`);
  const dir = fs.mkdtempSync(path.join(place, prefix));
  if (who.uid !== undefined && who.gid !== undefined) fs.chownSync(dir, who.uid, who.gid);
  fs.chmodSync(dir, 0o700);
  return dir;
}
