import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Root of the installation. */
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder in which `scripts/prepare-parsers.ts` stores the modules of parsers as a few files of plain JavaScript. */
export const preparedFolder = join(root, '.cache', 'parsers');

const manifestSchema = z.strictObject({
  /** Every module that went into the files, from the root. */
  sources: z.array(z.string()),
  /** The result of {@link hashOf} for them. */
  hash: z.string(),
  /** Modules that are started or loaded by their path, from the root, and the files that contain them, from the folder. */
  entries: z.record(z.string(), z.string()),
});

/** The prepared files and their source. */
export type PreparedManifest = z.infer<typeof manifestSchema>;

/** The file of the manifest. */
export const manifestFile = join(preparedFolder, 'manifest.json');

/** SHA-256 over names and contents of modules. */
export async function hashOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    const content = await readFile(join(root, source));
    hash.update(`${source}\0${String(content.length)}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Returns the manifest of files that contain exactly the current modules; null if nothing was prepared since they changed. */
export async function currentManifest(): Promise<PreparedManifest | null> {
  try {
    const text = await readFile(manifestFile, 'utf8');
    const manifest = manifestSchema.parse(JSON.parse(text));
    return (await hashOf(manifest.sources)) === manifest.hash ? manifest : null;
  } catch (error) {
    // A deleted module is a change as well.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

let manifest: Promise<PreparedManifest | null> | undefined;

/** Returns the file to run in place of a module: the prepared one, or the module itself, which takes two to three times as long to load. */
export async function preparedFile(module: URL): Promise<string> {
  const path = fileURLToPath(module);
  manifest ??= currentManifest();
  const prepared = (await manifest)?.entries[path.slice(root.length)];
  const file = prepared === undefined ? path : join(preparedFolder, prepared);
  // The cache may be emptied while the server runs.
  return existsSync(file) ? file : path;
}
