import fs from 'node:fs/promises';
import path from 'node:path';
import { appendAnchors, dropTornLine, readAnchors, readLastLine } from '../anchors.ts';
import type { HeadDestination } from './destination.ts';

/** The file of an installation in a second folder. */
export const folderFile = (folder: string, installation: string): string =>
  path.join(folder, `traintrail-${installation}.jsonl`);

/** A second folder, best on another machine: a line for each head (AUD-02). */
export function folderDestination(folder: string): HeadDestination {
  return {
    kind: 'folder',
    place: folder,
    async send({ anchor, installation }) {
      // The folder itself is never created: where a volume is not mounted, the line must not go to the disk below it.
      await fs.access(folder, fs.constants.W_OK);
      const file = folderFile(folder, installation);
      await dropTornLine(file);
      if ((await readLastLine(file)) !== JSON.stringify(anchor)) await appendAnchors(file, [anchor]);
    },
    async *read({ installation }) {
      for await (const { line, anchor } of readAnchors(folderFile(folder, installation)))
        yield { where: `line ${String(line)}`, anchor };
    },
    async probe() {
      await fs.access(folder, fs.constants.W_OK);
      return 'can be written to';
    },
  };
}
