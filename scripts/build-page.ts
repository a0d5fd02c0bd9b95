import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const stampFile = path.join(dist, '.vite', 'sources.txt');

/** Everything that the built page depends on. */
const sources = [
  'app',
  'shared',
  'index.html',
  'vite.config.ts',
  'lingui.config.ts',
  'postcss.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build-page.ts',
  'scripts/contract-for-the-page.ts',
  'scripts/pdfjs-data.ts',
];

function filesBelow(name: string): string[] {
  const full = path.join(root, name);
  const stat = fs.statSync(full, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [name];
  return fs
    .readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Returns the SHA-256 over names and contents of the page's sources. */
export function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesBelow).toSorted()) {
    const content = fs.readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Returns true if dist contains the page of exactly these sources. */
export function isPageCurrent(): boolean {
  return fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === hashSources();
}

const compressible = /\.(js|css|html|svg|json|txt|mjs)$/;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Writes `.br` and `.gz` next to every text file, for the server to send unchanged. */
async function compress(dir: string): Promise<void> {
  const files = fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.test(entry.name) && !entry.parentPath.includes('.vite'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const content = fs.readFileSync(file);
      if (content.length < 1024) return;
      // The best there is: a page is packed once and fetched often.
      const quality = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 };
      const [br, gz] = await Promise.all([brotli(content, { params: quality }), gzip(content, { level: 9 })]);
      fs.writeFileSync(`${file}.br`, br);
      fs.writeFileSync(`${file}.gz`, gz);
    }),
  );
}

/** Builds the page in a separate folder and then replaces the old one as a whole: a killed build leaves the old page. */
export async function buildPage(): Promise<void> {
  const hash = hashSources();
  const { build } = await import('vite');
  const fresh = path.join(root, '.cache', `page-${process.pid}`);
  const old = `${fresh}-old`;
  // Test runners set another one, and React would come in its slow and large development form.
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build({ root, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } });
    await compress(fresh);
    fs.mkdirSync(path.join(fresh, '.vite'), { recursive: true });
    fs.writeFileSync(path.join(fresh, '.vite', 'sources.txt'), hash);
    if (fs.existsSync(dist)) fs.renameSync(dist, old);
    fs.renameSync(fresh, dist);
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = environment;
    fs.rmSync(fresh, { recursive: true, force: true });
    fs.rmSync(old, { recursive: true, force: true });
  }
}

/** Runs a script in a separate process, so that the server does not keep the bundler in its memory (OPS-01). */
export function runSeparately(script: string): Promise<number> {
  const file = path.join(import.meta.dirname, script);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit'] });
  const stop = (): void => void child.kill();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('SIGTERM', stop);
      process.off('SIGINT', stop);
      resolve(code ?? 1);
    });
  });
}

/** Builds for `npm start` only if the page is out of date; `say` gets one line before and one after. Returns false if the build failed. */
export async function buildPageIfStale(say: (line: string) => void): Promise<boolean> {
  if (isPageCurrent()) return true;
  say('Building the web page (only after an installation or a change) …');
  const started = performance.now();
  if ((await runSeparately('build-page.ts')) !== 0) return false;
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return true;
}

// A current page is not built again: `npm test` runs this after tests that needed the page.
if (import.meta.main && !isPageCurrent()) await buildPage();
