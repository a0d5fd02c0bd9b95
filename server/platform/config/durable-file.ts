import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Creates a file for its owner only, completely on the disk before it has its name. Returns false if a file of that name
 * exists, which stays: of two simultaneous processes one is first.
 */
export function createDurably(file: string, text: string): boolean {
  const fresh = writeAside(file, text);
  try {
    fs.linkSync(fresh, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    fs.rmSync(fresh, { force: true });
    syncFolder(path.dirname(file));
  }
}

/** Replaces an earlier file with one that only its owner can read: readers get one or the other, complete. */
export function replaceDurably(file: string, text: string): void {
  renameDurably(writeAside(file, text), file);
}

/** Renames a file to another one, which it replaces. The change is on the disk when the call returns. */
export function renameDurably(from: string, to: string): void {
  fs.renameSync(from, to);
  syncFolder(path.dirname(to));
}

function writeAside(file: string, text: string): string {
  const fresh = `${file}.${process.pid}.${crypto.randomBytes(4).toString('hex')}`;
  const handle = fs.openSync(fresh, 'wx', 0o600);
  try {
    fs.writeSync(handle, text);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
  return fresh;
}

function syncFolder(folder: string): void {
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
