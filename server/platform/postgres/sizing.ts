import { statfsSync } from 'node:fs';
import os from 'node:os';

const MB = 2 ** 20;
const GB = 2 ** 30;

/** What a machine, or the part of it that this process may use, has for an embedded PostgreSQL, in bytes. */
export interface Machine {
  readonly memory: number;
  /** Room for what the processes of one query share (/dev/shm); containers often have 64 MB. Undefined where nothing limits it. */
  readonly sharedRoom?: number | undefined;
}

/** How much of a machine PostgreSQL uses, in the words of its settings; sizes in bytes. */
export interface Sizing {
  readonly sharedBuffers: number;
  readonly workMem: number;
  readonly effectiveCacheSize: number;
  readonly randomPageCost: number;
}

/** TrainTrail itself, and what it starts to read files, come first. */
const forTrainTrail = 512 * MB;
/** Sorts and hashes at once: those of a full pool, four each. */
const sortsAtOnce = 4 * 28;
/** Of one query: it, two helpers, and a hash may take twice as much. Some queries have to fit. */
const sharesOfRoom = 16;

const within = (value: number, least: number, most: number): number =>
  Math.floor(Math.min(most, Math.max(least, value)) / MB) * MB;

/** The sizes for a machine (OPS-01, PERF-03): a quarter of what TrainTrail leaves is PostgreSQL's own, the rest caches its files. */
export function sizingFor({ memory, sharedRoom = Infinity }: Machine): Sizing {
  const sharedBuffers = within((memory - forTrainTrail) / 4, 64 * MB, 4 * GB);
  const forSorts = Math.min((memory - sharedBuffers) / sortsAtOnce, sharedRoom / sharesOfRoom);
  return {
    sharedBuffers,
    workMem: within(forSorts, 4 * MB, 64 * MB),
    effectiveCacheSize: within(memory / 2, 256 * MB, 64 * GB),
    // What is in memory is read in any order at the same price; little memory holds little.
    randomPageCost: memory >= 4 * GB ? 1.1 : memory >= GB ? 2 : 4,
  };
}

/** The least that PostgreSQL works well with, for a machine that refuses the memory it should have. */
export const smallestSizing: Sizing = sizingFor({ memory: 0 });

/** The sizes as settings of PostgreSQL. */
export const sizingSettings = (sizing: Sizing): string[] => [
  `shared_buffers=${String(sizing.sharedBuffers / MB)}MB`,
  `work_mem=${String(sizing.workMem / MB)}MB`,
  `effective_cache_size=${String(sizing.effectiveCacheSize / MB)}MB`,
  `random_page_cost=${String(sizing.randomPageCost)}`,
];

/** What may be used: all of the machine, or less where a container or service is limited; libuv says 0 or nonsense for no limit. */
export const memoryAllowed = (total: number, constrained: number | undefined): number =>
  constrained === undefined || constrained <= 0 ? total : Math.min(total, constrained);

/** This machine as this process may use it. */
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
