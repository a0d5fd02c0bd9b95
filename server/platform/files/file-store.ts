import type { Readable, Writable } from 'node:stream';

/** The facts about bytes that are stored durably under their SHA-256 (DESIGN rule 9). */
export interface StoredBytes {
  /** Hex SHA-256: the key. */
  readonly sha256: string;
  /** Size in bytes. */
  readonly size: number;
  /** First bytes, for judging the type by content. */
  readonly head: Buffer;
}

/** Cheap facts of a stored object whose change calls for a new check of its hash (SEC-04). */
export interface StoreFacts {
  readonly size: number;
  /** Inode and times of a folder store, or the ETag of an object store, as one text. */
  readonly fingerprint: string;
}

/** Part of an object: bytes `start`–`end`, inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An open object: its facts and its bytes belong to the same object, even if its name is reused. */
export interface OpenedBytes {
  readonly facts: StoreFacts;
  /**
   * Writes a part into a sink at its speed, then closes the object; throws if the sink is closed before. Runs `beforeLast`
   * when all but the last byte has been sent.
   */
  send(sink: Writable, range: ByteRange, beforeLast?: () => Promise<void>): Promise<void>;
  /** Recomputes the hash of the open file. */
  check(): Promise<boolean>;
  /** Closes the object if nothing was sent. */
  close(): Promise<void>;
}

/** An object of the store as returned by `list`. */
export interface ListedBytes {
  readonly sha256: string;
  readonly modifiedMs: number;
}

/** Bytes by their hash, in a folder or in an object store such as S3. */
export interface FileStore {
  /**
   * Streams to a temporary name while hashing and counting, judges by `inspect`, makes durable, then renames to the
   * hash. Throws AppError FILE_TOO_LARGE, FILE_REFUSED, STORAGE_FULL; leaves nothing behind. Never ends the source:
   * the caller drains or destroys the rest.
   */
  put(source: Readable, options: PutOptions): Promise<StoredBytes>;
  /** Opens an object for sending; null if the store does not have it. */
  open(sha256: string): Promise<OpenedBytes | null>;
  /** Opens bytes `start`–`end` (inclusive) without looking at their integrity; throws NOT_FOUND. */
  read(sha256: string, range?: ByteRange): Promise<Readable>;
  facts(sha256: string): Promise<StoreFacts | null>;
  /** Returns the path of an object for a proxy of this machine: below the store, and as a whole; null if it is in no folder. */
  place(sha256: string): { readonly within: string; readonly path: string } | null;
  /** Recomputes the hash of the stored object; false also if it is missing. */
  check(sha256: string): Promise<boolean>;
  /** Lists every object of the store, in no order. */
  list(): AsyncIterable<ListedBytes>;
  remove(sha256: string): Promise<void>;
  /** Removes temporary files older than the age in milliseconds (F1). */
  sweep(olderThanMs: number): Promise<number>;
}

/** The whole upload under its temporary name. */
export interface InspectedFile {
  readonly path: string;
  readonly head: Buffer;
  readonly size: number;
}

/** Limits and judgement of one upload. */
export interface PutOptions {
  /** The largest size in bytes; computed from the first bytes if it depends on the type. */
  readonly maxBytes: number | ((head: Buffer) => number);
  /** Throws AppError FILE_REFUSED if the whole file, readable at the path, is not acceptable. */
  readonly inspect?: (file: InspectedFile) => Promise<void>;
}

/** The largest number of first bytes in `head`. */
export const HEAD_BYTES = 4100;

/** Returns true if two sets of facts describe the same unchanged object. */
export function sameFacts(left: StoreFacts, right: StoreFacts): boolean {
  return left.size === right.size && left.fingerprint === right.fingerprint;
}
