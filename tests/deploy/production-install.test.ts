import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installFolder } from '#server/platform/config/program.ts';

/** What starts and builds the product. */
const entries = [
  'scripts/traintrail.mjs',
  'scripts/start.mjs',
  'scripts/build-page.ts',
  'scripts/prepare-parsers.ts',
  'vite.config.ts',
  'lingui.config.ts',
  'postcss.config.mjs',
  'app/main.tsx',
];

interface Package {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const described = JSON.parse(fs.readFileSync(path.join(installFolder, 'package.json'), 'utf8')) as Package;

/** What a file imports when it runs: types are left out, and what a template only writes. */
function importsOf(file: string): readonly string[] {
  const text = fs.readFileSync(file, 'utf8').replace(/^(?:import|export) type [^;]*;/gm, '');
  const found = text.matchAll(
    /^(?:import|export)\s+(?:[^'";`]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
  );
  return [...found].map(([, from, later]) => from ?? later ?? '');
}

function resolve(from: string, wanted: string): string | undefined {
  const at = wanted.startsWith('#')
    ? path.join(installFolder, wanted.slice(1))
    : path.resolve(path.dirname(from), wanted);
  return /\.(?:ts|tsx|mjs)$/.test(at) ? at : undefined;
}

/** The packages that everything behind the entries imports. */
function packagesBehind(files: readonly string[]): ReadonlySet<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const waiting = files.map((file) => path.join(installFolder, file));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const wanted of importsOf(file)) {
      if (/^[#.]/.test(wanted)) {
        const next = resolve(file, wanted);
        if (next !== undefined) waiting.push(next);
      } else if (!isBuiltin(wanted)) {
        packages.add(wanted.split('/', wanted.startsWith('@') ? 2 : 1).join('/'));
      }
    }
  }
  expect(seen.size).toBeGreaterThan(500);
  return packages;
}

test('[OPS-02] an installation without development tools has every package that builds and runs TrainTrail', () => {
  const packages = packagesBehind(entries);
  expect([...packages]).toEqual(expect.arrayContaining(['fastify', 'pg', 'react', 'vite', '@lingui/cli']));
  expect([...packages].filter((name) => !(name in described.dependencies))).toEqual([]);
});

test('[OPS-02] browsers, linters and test runners are no part of it', () => {
  const tools = [
    '@playwright/test',
    '@sparticuz/chromium',
    'axe-core',
    'oxlint',
    'prettier',
    'typescript',
    'vitest',
  ];
  for (const tool of tools) expect(Object.keys(described.devDependencies)).toContain(tool);
});
