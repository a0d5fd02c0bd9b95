import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import {
  currentManifest,
  manifestFile,
  preparedFile,
  preparedFolder,
} from '#server/platform/sandbox/prepared.ts';

const child = new URL('./child.ts', import.meta.url);

test('[SEC-05] parsers run from files prepared from exactly the modules of today', async () => {
  const file = await preparedFile(child);
  expect(file.startsWith(preparedFolder + sep)).toBe(true);
  const manifest = await currentManifest();
  expect(manifest?.sources).toEqual(
    expect.arrayContaining([
      'server/platform/sandbox/child.ts',
      'server/platform/sandbox/remove-network-access.ts',
      'node_modules/pdfjs-dist/legacy/build/pdf.worker.mjs',
    ]),
  );
});

test('[SEC-05] what was prepared from other modules is not run', async () => {
  const written = readFileSync(manifestFile, 'utf8');
  const put = (text: string) => {
    // As a whole: tests that run beside this one read it too.
    writeFileSync(`${manifestFile}-test`, text);
    renameSync(`${manifestFile}-test`, manifestFile);
  };
  const change = (changes: object) => put(JSON.stringify({ ...(JSON.parse(written) as object), ...changes }));
  try {
    change({ hash: 'of other modules' });
    expect(await currentManifest()).toBeNull();
    change({ sources: ['server/platform/sandbox/gone.ts'] });
    expect(await currentManifest()).toBeNull();
  } finally {
    put(written);
  }
});

test('[SEC-05] a module that was not prepared, or whose file is gone, runs from its source', async () => {
  const other = new URL('./sandbox.ts', import.meta.url);
  expect(await preparedFile(other)).toBe(join(import.meta.dirname, 'sandbox.ts'));
});
