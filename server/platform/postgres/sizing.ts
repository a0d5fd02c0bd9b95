import { statfsSync } from 'node:fs';
import os from 'node:os';

const MB = 2 ** 20;
const GB = 2 ** 30;

/** The resources that a machine, or the share of this process, has for an embedded PostgreSQL, in bytes. */
export interface Machine {
  readonly memory: number;
  /** Memory that the processes of one query can share (/dev/shm); containers often have 64 MB. Undefined if nothing limits it. */
  readonly sharedRoom?: number | undefined;
}

/** The share of a machine that PostgreSQL uses, in the words of its settings; sizes in bytes. */
export interface Sizing {
  readonly sharedBuffers: number;
  readonly workMem: number;
  readonly effectiveCacheSize: number;
  readonly randomPageCost: number;
}

/** Memory reserved for TrainTrail itself and the processes that it starts to read files. */
const forTrainTrail = 512 * MB;
/** The number of sorts and hashes at a time: four per connection of a full pool. */
const sortsAtOnce = 4 * 28;
/** The shares for one query: itself, two helpers, and a hash may take twice as much. Several queries must fit. */
const sharesOfRoom = 16;

const within = (value: number, least: number, most: number): number =>
  Math.floor(Math.min(most, Math.max(least, value)) / MB) * MB;

/**
 * Returns the sizes for a machine (OPS-01, PERF-03): a quarter of the memory that TrainTrail leaves is for PostgreSQL
 * itself, the rest caches its files.
 */
export function sizingFor({ memory, sharedRoom = Infinity }: Machine): Sizing {
  const sharedBuffers = within((memory - forTrainTrail) / 4, 64 * MB, 4 * GB);
  const forSorts = Math.min((memory - sharedBuffers) / sortsAtOnce, sharedRoom / sharesOfRoom);
  return {
    sharedBuffers,
    workMem: within(forSorts, 4 * MB, 64 * MB),
    effectiveCacheSize: within(memory / 2, 256 * MB, 64 * GB),
    // Pages in memory cost the same in any order; a small memory caches few of them.
    randomPageCost: memory >= 4 * GB ? 1.1 : memory >= GB ? 2 : 4,
  };
}

/** The least that PostgreSQL works well with, for a machine that refuses the memory it should have. */
export const smallestSizing: Sizing = sizingFor({ memory: 0 });

/** Returns the sizes as settings of PostgreSQL. */
export const sizingSettings = (sizing: Sizing): string[] => [
  `shared_buffers=${String(sizing.sharedBuffers / MB)}MB`,
  `work_mem=${String(sizing.workMem / MB)}MB`,
  `effective_cache_size=${String(sizing.effectiveCacheSize / MB)}MB`,
  `random_page_cost=${String(sizing.randomPageCost)}`,
];

/**
 * Returns the usable memory: all of the machine, or less if a container or service is limited; libuv reports 0 or an invalid
 * value for no limit.
 */
export const memoryAllowed = (total: number, constrained: number | undefined): number =>
  constrained === undefined || constrained <= 0 ? total : Math.min(total, constrained);

/** Returns this machine, as far as this process may use it. */
export function thisMachine(): Machine {
  const memory = memoryAllowed(os.totalmem(), process.constrainedMemory());
  try {
    const { blocks, bsize } = statfsSync('/dev/shm');
    return { memory, sharedRoom: blocks * bsize };
  } catch {
    // macOS and Windows share memory in other ways.
    return { memory };
  }
}
