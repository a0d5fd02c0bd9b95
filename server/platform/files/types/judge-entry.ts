/** Entry of the process that judges uploads by their bytes; see judge-file.ts. */
import { open } from 'node:fs/promises';
import { HEAD_BYTES } from '#server/platform/files/file-store.ts';
import { detectType } from '#server/platform/files/types/detect-type.ts';
import { readAt } from '#server/platform/files/types/read-at.ts';
import type { Verdict } from '#server/platform/files/types/verdict.ts';

/** Checks the file at a path. */
export async function parse(path: string): Promise<Verdict> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return await detectType({ path, head: await readAt(file, 0, HEAD_BYTES), size });
  } finally {
    await file.close();
  }
}
