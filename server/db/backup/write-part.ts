import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Part } from './manifest.ts';

/** Lets bytes through, hashes them and counts them. */
export interface Measure {
  readonly through: Transform;
  /** Returns the facts of the bytes so far. */
  readonly part: () => Part;
}

/** Creates a stream that measures the bytes that pass through it. */
export function measuring(): Measure {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, part: () => ({ bytes, sha256: hash.copy().digest('hex') }) };
}

/** Writes one part of a backup to the disk, transformed by the `ways` if there are any. Returns its size and hash as written. */
export async function writePart(
  source: Readable,
  folder: string,
  name: string,
  ...ways: readonly Transform[]
): Promise<Part> {
  const measure = measuring();
  const target = createWriteStream(path.join(folder, name), { mode: 0o600, flush: true });
  await pipeline([source, ...ways, measure.through, target]);
  return measure.part();
}
