import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from './missing.ts';
import { backupLayout, type BackedUpAnchors, type Manifest } from './manifest.ts';
import { writePart } from './write-part.ts';

/** Copies the anchors of an installation into its backup (AUD-02); a file may grow in the meantime. */
export async function writeAnchors(dataDir: string, folder: string): Promise<BackedUpAnchors[]> {
  const source = path.join(dataDir, backupLayout.anchors);
  const written: BackedUpAnchors[] = [];
  for (const name of await filesBelow(source)) {
    const target = path.join(backupLayout.anchors, name);
    await fs.mkdir(path.dirname(path.join(folder, target)), { recursive: true, mode: 0o700 });
    written.push({
      path: name,
      ...(await writePart(createReadStream(path.join(source, name)), folder, target)),
    });
  }
  return written;
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .toSorted();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * Restores the anchors of a checked backup, unless this place has its own files; each is hashed again. Throws an Error that names a
 * changed one.
 */
export async function restoreAnchors(dataDir: string, folder: string, manifest: Manifest): Promise<void> {
  const home = path.join(dataDir, backupLayout.anchors);
  for (const { path: name, sha256 } of manifest.anchors) {
    if (await isThere(path.join(home, name))) continue;
    const partial = `${name}.partial`;
    await fs.mkdir(path.dirname(path.join(home, name)), { recursive: true, mode: 0o700 });
    const part = await writePart(
      createReadStream(path.join(folder, backupLayout.anchors, name)),
      home,
      partial,
    );
    if (part.sha256 !== sha256) {
      await fs.rm(path.join(home, partial));
      throw new Error(`The anchors in ${name} were changed while they were restored: no row was restored.`);
    }
    await fs.rename(path.join(home, partial), path.join(home, name));
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await fs.lstat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
