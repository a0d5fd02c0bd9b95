import path from 'node:path';
import {
  brotliSize,
  closureOf,
  employeeParts,
  landingParts,
  readManifest,
} from '#tests/build/first-screens.ts';
import { buildPageIfStale } from '../../../scripts/build-page.ts';
import type { Bench, BenchContext, Measured } from '../bench.ts';

const dist = path.resolve(import.meta.dirname, '../../../dist');

async function sizeOf(parts: readonly string[], { say }: BenchContext): Promise<Measured> {
  if (!(await buildPageIfStale(say))) throw new Error('The page could not be built');
  const manifest = readManifest(dist);
  const names = closureOf(manifest, parts);
  const value = brotliSize(dist, manifest, names) / 1000;
  return { value, product: `${names.length} parts`, floor: 'none' };
}

/** PERF-02: compressed JavaScript of the first screens of a visitor and of a learner. */
export const firstScreens: readonly Bench[] = [
  {
    name: 'landing',
    title: 'First screen /landing, JavaScript by brotli',
    limit: 200,
    direction: 'at most',
    unit: 'kB',
    measure: (context) => sizeOf(landingParts, context),
  },
  {
    name: 'employee',
    title: 'First screen /employee, JavaScript by brotli',
    limit: 260,
    direction: 'at most',
    unit: 'kB',
    measure: (context) => sizeOf(employeeParts, context),
  },
];
