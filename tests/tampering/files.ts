import type { Attack } from './attack.ts';

/** Stored files. */
export const filesAttacks: readonly Attack[] = [
  {
    title: 'a stored file is swapped',
    act: async (world) => {
      for (const key of world.fileBytes.keys()) world.fileBytes.set(key, Buffer.from('other bytes'));
      return [`file_changed file ${world.fileId}`];
    },
  },
  {
    title: 'a stored file is gone',
    act: async (world) => {
      world.fileBytes.clear();
      return [`file_missing file ${world.fileId}`];
    },
  },
];
