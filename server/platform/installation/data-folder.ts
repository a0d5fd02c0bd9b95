import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { createDurably, replaceDurably } from '#server/platform/config/durable-file.ts';
import { makeDataDir } from '#server/platform/config/secret-file.ts';

const noteSchema = z.strictObject({ installation: z.uuid() });

/** Returns the path of the file in DATA_DIR that names the installation of the folder (OPS-09). */
export const installationFile = (dataDir: string): string => path.join(dataDir, 'installation.json');

const noteOf = (id: string): string => `${JSON.stringify({ installation: id })}\n`;

/** Returns the id of the installation to which a folder belongs; null if it has none. */
export function readFolderId(dataDir: string): string | null {
  let text: string;
  try {
    text = fs.readFileSync(installationFile(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return noteSchema.parse(JSON.parse(text)).installation;
  } catch (error) {
    throw new Error(`${installationFile(dataDir)} is damaged`, { cause: error });
  }
}

/** Returns the id of a folder, or gives it a new one: several servers that start at once with it get the same. */
export function makeFolderId(dataDir: string): string {
  const known = readFolderId(dataDir);
  if (known !== null) return known;
  makeDataDir(dataDir);
  const id = randomUUID();
  if (createDurably(installationFile(dataDir), noteOf(id))) return id;
  return readFolderId(dataDir) ?? id;
}

/** Assigns a folder to an installation, whatever it was before. */
export function writeFolderId(dataDir: string, id: string): void {
  makeDataDir(dataDir);
  replaceDurably(installationFile(dataDir), noteOf(id));
}

/** Deletes the stored id: the database that it named no longer exists. */
export function deleteFolderId(dataDir: string): void {
  fs.rmSync(installationFile(dataDir), { force: true });
}
