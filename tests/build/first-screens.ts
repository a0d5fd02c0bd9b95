import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** What every page begins with; its name in the manifest carries a hash. */
const start = 'start';

/** A chunk in Vite's manifest. */
export interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** Vite's manifest: source path (or chunk name) → chunk. */
export type Manifest = Readonly<Record<string, Chunk>>;

/** Reads the manifest of a build. */
export function readManifest(dist: string): Manifest {
  return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
}

/** Everything that the browser fetches when it fetches these parts: they and what they import, each once. */
export function closureOf(manifest: Manifest, parts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const begin = Object.keys(manifest).find((name) => /^_start-.*\.js$/.test(name)) ?? start;
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no part ${name}`);
    seen.add(name);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const part of parts) visit(part === start ? begin : part);
  return [...seen];
}

/** Bytes of these parts' JavaScript, each compressed by brotli as the server sends it. */
export function brotliSize(dist: string, manifest: Manifest, names: readonly string[]): number {
  return names
    .map((name) => manifest[name]?.file ?? '')
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).byteLength, 0);
}

/** What the first visit of /landing fetches. */
export const landingParts = [start, 'app/screens/landing/Landing.tsx', 'app/locales/public/en.po'];

/** What a signed-in learner's first visit of /employee fetches. */
export const employeeParts = [
  start,
  'app/shell/SignedIn.tsx',
  'app/screens/employee/Employee.tsx',
  'app/locales/public/en.po',
  'app/locales/app/en.po',
];
