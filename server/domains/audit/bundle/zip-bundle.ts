import type { Readable } from 'node:stream';
import { newZip, zipDate } from '#server/platform/zip/new-zip.ts';
import type { BundleFile } from '../export-bundle.ts';

/** Returns the files of a bundle as one ZIP, each read when its turn comes; errors destroy the stream. */
export function zipBundle(files: readonly BundleFile[], mtime: Date): Readable {
  const zip = newZip();
  const output = zip.outputStream as Readable;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  let reading: Readable | undefined;
  zip.on('error', fail);
  output.once('close', () => reading?.destroy());
  for (const { name, content } of files) {
    zip.addReadStreamLazy(`trail-bundle/${name}`, { mtime: zipDate(mtime), compressionLevel: 1 }, (ready) => {
      reading = content();
      // yazl listens only once it reads.
      reading.on('error', fail);
      ready(null, reading);
    });
  }
  zip.end();
  return output;
}
