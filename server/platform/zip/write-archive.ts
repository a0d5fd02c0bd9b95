import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openVerified, type FileToOpen } from '#server/platform/files/file-records.ts';
import { pieceBytes } from '#server/platform/files/pieces.ts';
import type { Services } from '#server/platform/services.ts';
import { newZip, zipDate } from './new-zip.ts';

/** A stored file and its place in an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly file: FileToOpen;
  readonly modified: Date;
}

/** The content of an archive, in order: texts first. */
export interface ArchiveContent {
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  readonly files: readonly ArchivedFile[];
}

/**
 * Writes an archive of stored files at the speed of the reader; files are stored unchanged, without compression. The next file
 * is opened and its first pieces are read while the previous one is sent; no more is kept in memory. Does not end the sink;
 * throws if a file is missing, changed or cannot be read, and if the reader disconnects, and then leaves nothing open.
 */
export async function writeArchive(
  services: Services,
  { texts, files }: ArchiveContent,
  sink: Writable,
): Promise<void> {
  if (sink.destroyed) throw readerGone();
  const zip = newZip();
  const leaving = new Leaving(sink);
  const fail = (error: unknown): void => {
    leaving.out.destroy(error instanceof Error ? error : new Error('a file was not read', { cause: error }));
  };
  const streams = new FileStreams(services, files, leaving, fail);
  zip.on('error', fail);
  for (const { path, text } of texts) zip.addBuffer(Buffer.from(text), path);
  for (const { path, file, modified } of files) {
    zip.addReadStreamLazy(path, { size: file.size, mtime: zipDate(modified), compress: false }, (ready) => {
      streams.next().then((stream) => ready(null, stream), fail);
    });
  }
  zip.end();
  try {
    await pipeline(zip.outputStream, leaving.out);
  } finally {
    streams.close();
    leaving.close();
  }
}

const readerGone = (): Error => new Error('the reader has gone away');

/** Sends the archive's bytes to the reader, and reports each piece when it has been sent and may be used again. */
class Leaving {
  readonly out: Writable;
  readonly #sink: Writable;
  readonly #waiting = new Map<Buffer, () => void>();

  constructor(sink: Writable) {
    this.#sink = sink;
    this.out = new Writable({
      highWaterMark: pieceBytes,
      writev: (chunks, done) => this.#write(chunks, done),
    });
    sink.once('close', this.#gone);
  }

  /** Calls back when exactly this buffer has been written: the archive passes buffers on unchanged. */
  whenLeft(piece: Buffer, done: () => void): void {
    this.#waiting.set(piece, done);
  }

  close(): void {
    this.#sink.off('close', this.#gone);
  }

  readonly #gone = (): void => {
    this.out.destroy(readerGone());
  };

  /** Writes the end of one file, the head of the next one and its first piece at once. */
  #write(chunks: readonly { readonly chunk: Buffer }[], done: (error?: Error | null) => void): void {
    let open = chunks.length;
    const ended = (chunk: Buffer, error?: Error | null): void => {
      const used = this.#waiting.get(chunk);
      this.#waiting.delete(chunk);
      if (error) this.out.destroy(error);
      else used?.();
      open -= 1;
      if (open === 0) done();
    };
    this.#sink.cork();
    for (const { chunk } of chunks) this.#sink.write(chunk, (error) => ended(chunk, error));
    this.#sink.uncork();
  }
}

/** The files as streams, in order; the next one is prepared while one is read. */
class FileStreams {
  readonly #services: Services;
  readonly #files: Iterator<ArchivedFile>;
  readonly #leaving: Leaving;
  readonly #fail: (error: unknown) => void;
  readonly #open = new Set<Transform>();
  #ahead: Promise<Transform> | undefined;
  #isOver = false;

  constructor(
    services: Services,
    files: readonly ArchivedFile[],
    leaving: Leaving,
    fail: (error: unknown) => void,
  ) {
    this.#services = services;
    this.#files = files.values();
    this.#leaving = leaving;
    this.#fail = fail;
  }

  next(): Promise<Transform> {
    const stream = this.#ahead ?? this.#openNext();
    this.#ahead = this.#openNext();
    // Reported when its turn comes: the entries before it are complete.
    this.#ahead?.catch(() => undefined);
    return stream ?? Promise.reject(new Error('there are no more files'));
  }

  /** Closes the files that a reader who disconnects leaves open, or being opened. */
  close(): void {
    this.#isOver = true;
    for (const stream of this.#open) stream.destroy();
  }

  #openNext(): Promise<Transform> | undefined {
    const { done, value } = this.#files.next();
    return done === true ? undefined : this.#openFile(value.file);
  }

  async #openFile(file: FileToOpen): Promise<Transform> {
    const opened = await openVerified(this.#services, file);
    if (this.#isOver) {
      await opened.close();
      throw readerGone();
    }
    let bytes = 0;
    const stream = new Transform({
      // The sender reads into a piece again after this report, so not before the reader has it.
      transform: (piece: Buffer, _encoding, done) => {
        this.#leaving.whenLeft(piece, done);
        stream.push(piece);
        bytes += piece.length;
        // The next file does not wait until this one is closed.
        if (bytes === file.size) stream.push(null);
      },
    });
    this.#open.add(stream);
    stream.once('close', () => this.#open.delete(stream));
    opened.send(stream, { start: 0, end: file.size - 1 }).then(() => stream.end(), this.#fail);
    return stream;
  }
}
