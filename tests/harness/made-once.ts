import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '#server/platform/postgres/owner.ts';

/** The file with the process that makes a folder. */
const maker = 'maker.pid';

/**
 * Returns a folder below `dir` that one process of all that need it makes, and the others wait for. If that process is killed, another
 * one makes the folder.
 */
export async function madeOnce(dir: string, make: (folder: string) => Promise<void>): Promise<string> {
  const ready = path.join(dir, 'ready');
  const making = path.join(dir, 'making');
  fs.mkdirSync(dir, { recursive: true });
  fs.chmodSync(dir, 0o755);
  while (!fs.existsSync(ready)) {
    if (claims(dir, making)) {
      try {
        // It may have become ready in the meantime.
        if (!fs.existsSync(ready)) {
          await make(making);
          fs.renameSync(making, ready);
        }
      } finally {
        fs.rmSync(making, { recursive: true, force: true });
      }
    } else {
      setAside(dir, making);
      await delay(100);
    }
  }
  return ready;
}

/** Returns whether this process is the one that makes the folder: it appears together with the name of its maker. */
function claims(dir: string, making: string): boolean {
  const own = fs.mkdtempSync(path.join(dir, 'claim-'));
  fs.writeFileSync(path.join(own, maker), String(process.pid));
  fs.chmodSync(own, 0o755);
  const isFirst = renamed(own, making);
  if (!isFirst) fs.rmSync(own, { recursive: true });
  return isFirst;
}

/** Puts the folder of a killed process aside. Several may try: only the first finds the place free, and a folder made since stays. */
function setAside(dir: string, making: string): void {
  let pid: number;
  try {
    pid = Number(fs.readFileSync(path.join(making, maker), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (!isAlive(pid)) renamed(making, path.join(dir, `left-by-${String(pid)}`));
}

/** Renames a folder; false if it is gone, or the other name is in use. */
function renamed(from: string, to: string): boolean {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    if (['EEXIST', 'ENOTEMPTY', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
