import { crc32 } from 'node:zlib';
import { fromBuffer, type ZipFile } from 'yauzl';

/** The files of an archive by name; fails where a checksum is not that of the bytes, which yauzl does not compare. */
export function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error: Error | null, zip?: ZipFile) => {
      if (error || !zip) return reject(error ?? new Error('no archive'));
      const files = new Map<string, Buffer>();
      zip.on('end', () => resolve(files));
      zip.on('error', reject);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failed, stream) => {
          if (failed || !stream) return reject(failed ?? new Error('no stream'));
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', () => {
            const bytes = Buffer.concat(chunks);
            if (crc32(bytes) !== entry.crc32) return reject(new Error(`${entry.fileName}: wrong checksum`));
            files.set(entry.fileName, bytes);
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}
