import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPage, isPageCurrent } from '../../scripts/build-page.ts';
import {
  brotliSize,
  closureOf,
  employeeParts,
  landingParts,
  readManifest,
  type Manifest,
} from '#tests/build/first-screens.ts';

const dist = join(import.meta.dirname, '../../dist');
let manifest: Manifest;

beforeAll(async () => {
  if (!isPageCurrent()) await buildPage();
  manifest = readManifest(dist);
}, 120_000);

describe('compressed JavaScript of a first visit', () => {
  test.each([
    ['/landing', landingParts, 200_000],
    ['/employee', employeeParts, 260_000],
  ])('[PERF-02] %s', (_, parts, limit) => {
    const names = closureOf(manifest, parts);
    const size = brotliSize(dist, manifest, names);
    expect(size).toBeGreaterThan(50_000);
    expect(size).toBeLessThanOrEqual(limit);
  });
});

// Each file costs a request, a check of its header and a place in the browser's cache, however small it is.
test.each([
  ['/landing', landingParts, 15],
  ['/employee', employeeParts, 35],
])('[PERF-02] %s needs few files', (_, parts, most) => {
  expect(closureOf(manifest, parts).length).toBeLessThanOrEqual(most);
});

test('[PERF-02] no screen needs more than forty files beside those of the first screen', () => {
  const first = new Set(closureOf(manifest, employeeParts));
  const many = Object.keys(manifest)
    .filter((name) => /^app\/screens\/[\w-]+\/[A-Z]\w+\.tsx$/.test(name))
    .map((name) => [name, closureOf(manifest, [name]).filter((file) => !first.has(file)).length] as const)
    .filter(([, files]) => files > 40);
  expect(many).toEqual([]);
});

test('[PERF-02] nothing of the signed-in part, of a screen or of another language comes with /landing', () => {
  const names = closureOf(manifest, landingParts);
  const foreign = names.filter(
    (name) =>
      /^app\/(screens|shell\/SignedIn|locales)/.test(name) &&
      !['app/screens/landing/Landing.tsx', 'app/locales/public/en.po'].includes(name),
  );
  expect(foreign).toEqual([]);
});

test('[PERF-02] a screen fetches no part of another screen', () => {
  const screens = Object.keys(manifest).filter((name) => /^app\/screens\/[\w-]+\/[A-Z]\w+\.tsx$/.test(name));
  expect(screens.length).toBeGreaterThan(8);
  const mixed = screens.flatMap((screen) => {
    const folder = screen.split('/').slice(0, 3).join('/');
    return closureOf(manifest, [screen])
      .filter((name) => name.startsWith('app/screens/') && !name.startsWith(folder))
      .map((name) => `${screen} fetches ${name}`);
  });
  expect(mixed).toEqual([]);
});
