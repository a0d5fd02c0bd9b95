/** The floor of an upload: the SHA-256 of a file by Node.js, a copy of it, and the copy made durable, one after the other. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Hashes the source, copies it to the target and waits until the disk has it; answers the hash. */
export async function keepFile(source: string, target: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(fs.createReadStream(source), hash);
  await fs.promises.copyFile(source, target);
  const handle = await fs.promises.open(target, 'r+');
  await handle.sync();
  await handle.close();
  return hash.digest('hex');
}
