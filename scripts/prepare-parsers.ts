/**
 * Puts the modules of parsers into a few files of plain JavaScript (docs/decisions/062). Every upload starts a process, which would
 * otherwise find, read and strip some thirty modules and all of pdf.js: 0.1 instead of 0.3 seconds of processor time for a picture.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
  currentManifest,
  hashOf,
  manifestFile,
  preparedFolder,
  type PreparedManifest,
} from '#server/platform/sandbox/prepared.ts';

const root = path.resolve(import.meta.dirname, '..');
const fromRoot = (file: string): string => path.relative(root, file);

/** The files that are started or loaded by their path: the process itself, and the entry of each parser. */
const entries = [
  'server/platform/sandbox/child.ts',
  'server/platform/files/types/judge-entry.ts',
  'server/platform/tables/reading/table-entry.ts',
];

/** Builds the files in a new folder: a running server keeps the files with which it started. */
async function prepareParsers(): Promise<void> {
  const { build } = await import('vite');
  const fresh = path.join(root, '.cache', `parsers-${process.pid}`);
  // The build changes it, for the caller.
  const environment = process.env.NODE_ENV;
  try {
    const output = await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: true,
        outDir: fresh,
        // Fewer bytes to read and compile.
        minify: true,
        rolldownOptions: {
          input: entries.map((entry) => path.join(root, entry)),
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
    });
    if (!('output' in output)) throw new Error('one build gives one output');
    const chunks = output.output.filter((file) => file.type === 'chunk');
    const modules = new Set(chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => fs.existsSync(id)));
    const sources = [...modules].map(fromRoot).toSorted();
    const hash = await hashOf(sources);
    const named = chunks.filter(({ isEntry }) => isEntry);
    const manifest: PreparedManifest = {
      sources,
      hash,
      entries: Object.fromEntries(
        named.map(({ facadeModuleId, fileName }) => [
          fromRoot(facadeModuleId ?? ''),
          path.join(hash, fileName),
        ]),
      ),
    };
    const folder = path.join(preparedFolder, hash);
    fs.mkdirSync(preparedFolder, { recursive: true });
    if (!fs.existsSync(folder)) fs.renameSync(fresh, folder);
    const written = `${manifestFile}-${process.pid}`;
    fs.writeFileSync(written, JSON.stringify(manifest));
    fs.renameSync(written, manifestFile);
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    fs.rmSync(fresh, { recursive: true, force: true });
  }
}

/** Prepares the parsers if their modules changed since. */
export async function prepareParsersIfStale(): Promise<void> {
  if ((await currentManifest()) === null) await prepareParsers();
}

if (import.meta.main) await prepareParsersIfStale();
