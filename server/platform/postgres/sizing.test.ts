import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryAllowed, sizingFor, sizingSettings, smallestSizing, thisMachine } from './sizing.ts';

const MB = 2 ** 20;
const GB = 2 ** 30;

test.each([
  // memory, room shared by processes, shared_buffers, work_mem, effective_cache_size, random_page_cost
  [0, undefined, 64, 4, 256, 4],
  [512 * MB, undefined, 64, 4, 256, 4],
  [GB, undefined, 128, 8, 512, 2],
  [2 * GB, undefined, 384, 14, 1024, 2],
  [4 * GB, undefined, 896, 28, 2048, 1.1],
  [8 * GB, undefined, 1920, 56, 4096, 1.1],
  [16 * GB, undefined, 3968, 64, 8192, 1.1],
  [64 * GB, undefined, 4096, 64, 32_768, 1.1],
  [1024 * GB, undefined, 4096, 64, 65_536, 1.1],
  [16 * GB, 64 * MB, 3968, 4, 8192, 1.1],
  [16 * GB, 256 * MB, 3968, 16, 8192, 1.1],
  [16 * GB, 8 * GB, 3968, 64, 8192, 1.1],
])(
  '[PERF-03] [OPS-01] a machine of %d bytes, %s of them shared, has %d, %d and %d MB and pays %d',
  (memory, sharedRoom, sharedBuffers, workMem, effectiveCacheSize, randomPageCost) => {
    expect(sizingSettings(sizingFor({ memory, sharedRoom }))).toEqual([
      `shared_buffers=${String(sharedBuffers)}MB`,
      `work_mem=${String(workMem)}MB`,
      `effective_cache_size=${String(effectiveCacheSize)}MB`,
      `random_page_cost=${String(randomPageCost)}`,
    ]);
  },
);

const memory = fc.integer({ min: 0, max: 4096 }).map((part) => part * 64 * MB);

test('[PERF-03] more memory never means less', () => {
  fc.assert(
    fc.property(memory, memory, (one, other) => {
      const small = sizingFor({ memory: Math.min(one, other) });
      const large = sizingFor({ memory: Math.max(one, other) });
      expect(large.sharedBuffers).toBeGreaterThanOrEqual(small.sharedBuffers);
      expect(large.workMem).toBeGreaterThanOrEqual(small.workMem);
      expect(large.effectiveCacheSize).toBeGreaterThanOrEqual(small.effectiveCacheSize);
      expect(large.randomPageCost).toBeLessThanOrEqual(small.randomPageCost);
    }),
  );
});

test('[PERF-03] from 1 GB on half of it stays free while each of 28 connections sorts', () => {
  fc.assert(
    fc.property(
      memory.filter((bytes) => bytes >= GB),
      (bytes) => {
        const { sharedBuffers, workMem } = sizingFor({ memory: bytes });
        expect(sharedBuffers + 28 * workMem).toBeLessThanOrEqual(bytes / 2);
      },
    ),
  );
});

test.each([
  ['no limit is known', undefined, 8 * GB],
  ['there is none', 0, 8 * GB],
  ['the limit is larger than any machine', 18_446_744_073_709_552_000, 8 * GB],
  ['a container has less', 2 * GB, 2 * GB],
])('[PERF-03] where %s, a limit of %d bytes leaves %d', (_, constrained, memory) => {
  expect(memoryAllowed(8 * GB, constrained)).toBe(memory);
});

test('[PERF-03] this machine has memory', () => {
  expect(thisMachine().memory).toBeGreaterThan(0);
  expect(sizingFor(thisMachine()).sharedBuffers).toBeGreaterThanOrEqual(smallestSizing.sharedBuffers);
});
