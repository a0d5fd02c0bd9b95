import fs from 'node:fs/promises';
import path from 'node:path';
import { isAbsent, readAnchors, tailOf } from '../anchors.ts';
import type { HeadDestination } from './destination.ts';
import { oneAtATime } from './one-at-a-time.ts';

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR, W_OK } = fs.constants;

/** Returns the file of an installation in a second folder. */
export const folderFile = (folder: string, installation: string): string =>
  path.join(folder, `traintrail-${installation}.jsonl`);

/** Returns a second folder, best on another machine: a line for each head (AUD-02). */
export function folderDestination(folder: string): HeadDestination {
  return {
    kind: 'folder',
    place: folder,
    send: ({ anchor, installation, sentBefore }, _services, signal) =>
      oneAtATime(folder, signal, async () => {
        // The folder itself is never created: where a volume is not mounted, the line must not go to the disk below it.
        await fs.access(folder, W_OK);
        await appendLine(folderFile(folder, installation), JSON.stringify(anchor), sentBefore);
      }),
    async *read({ installation }) {
      const file = folderFile(folder, installation);
      if (await isSomethingElse(file)) {
        yield { where: 'its file', fault: 'it is a link or no file' };
        return;
      }
      for await (const { line, anchor } of readAnchors(file)) yield { where: `line ${String(line)}`, anchor };
    },
    async probe() {
      await fs.access(folder, W_OK);
      return 'can be written to';
    },
  };
}

/**
 * Appends a line if it is not the last one yet. Others may write to the folder, so a link of theirs must not redirect the line,
 * or the removal of an incomplete one, to a file of the installation. A file that existed before is not created again, because
 * the empty mount point of a missing volume has none.
 */
async function appendLine(file: string, line: string, mustBeThere = false): Promise<void> {
  const handle = await fs
    .open(file, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | (mustBeThere ? 0 : O_CREAT), 0o600)
    .catch((error: unknown) => {
      if (mustBeThere && isAbsent(error))
        throw new Error(
          `${file} is gone, to which seals were sent: is the volume mounted? An empty file of this name begins anew`,
          { cause: error },
        );
      throw error;
    });
  try {
    const facts = await handle.stat();
    if (!facts.isFile() || facts.nlink > 1) throw new Error(`${file} is a link or no file`);
    const tail = await tailOf(handle, facts.size);
    const whole = tail.slice(0, tail.lastIndexOf('\n') + 1);
    if (whole === '' && facts.size > tail.length)
      throw new Error(`${file} has a line that is longer than any of a seal`);
    const torn = Buffer.byteLength(tail.slice(whole.length));
    // An incomplete last line: its writer was interrupted, and writes it again.
    if (torn > 0) await handle.truncate(facts.size - torn);
    if (whole.slice(0, -1).split('\n').at(-1) === line) return;
    await handle.write(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isSomethingElse(file: string): Promise<boolean> {
  try {
    return !(await fs.lstat(file)).isFile();
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}
