import fs from 'node:fs';

const gigabyte = 1024 ** 3;
/** More than the databases of a run and their logs ever hold at once. */
const needed = 4 * gigabyte;
const memoryDisk = '/dev/shm';

/**
 * A folder in memory for what a run throws away, where the system has one with room and memory to spare. A clone of the template is
 * a thousand files, and a disk that has just dropped those of many clones looks long for places of new ones.
 */
export function roomInMemory(): string | undefined {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * needed) return undefined;
  try {
    const { bavail, bsize } = fs.statfsSync(memoryDisk);
    return bavail * bsize < needed ? undefined : memoryDisk;
  } catch {
    return undefined;
  }
}
