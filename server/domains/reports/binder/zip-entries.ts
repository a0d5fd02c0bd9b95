import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { releaseWritten, zipDate } from '#server/platform/zip/new-zip.ts';

/**
 * Adds entries to an archive one at a time: each is hashed while it is written, and the next one is created when it is
 * finished (INS-04).
 */
export class ZipEntries {
  readonly #zip: ZipFile;
  readonly options: { readonly mtime: Date; readonly compress: false };
  /** A line of `sha256sum` for each entry. */
  readonly sums: string[] = [];
  #released = 0;

  constructor(zip: ZipFile, date: Date) {
    this.#zip = zip;
    this.options = { mtime: zipDate(date), compress: false };
  }

  bytes(path: string, bytes: Buffer): string {
    this.#zip.addBuffer(bytes, path, this.options);
    return this.#noted(path, sha256Hex(bytes));
  }

  /** Returns the SHA-256 of a stream, after its last piece has left. */
  async stream(path: string, source: Readable): Promise<string> {
    const hash = createHash('sha256');
    const sha256 = await new Promise<string>((resolve, reject) => {
      const hashed = new Transform({
        transform: (piece: Buffer, _encoding, done) => {
          hash.update(piece);
          done(null, piece);
        },
      });
      const outputStream = this.#zip.outputStream as Readable;
      if (outputStream.errored) {
        source.destroy();
        reject(outputStream.errored);
        return;
      }
      source.once('error', reject);
      hashed.once('end', () => {
        outputStream.off('error', reject);
        resolve(hash.digest('hex'));
      });
      outputStream.once('error', reject);
      source.pipe(hashed);
      this.#zip.addReadStream(hashed, path, this.options);
    });
    return this.#noted(path, sha256);
  }

  #noted(path: string, sha256: string): string {
    this.sums.push(`${sha256}  ${path}\n`);
    this.#released = releaseWritten(this.#zip, this.#released);
    return sha256;
  }
}
