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

/** An object held open: its facts and its bytes are of one and the same object, whatever happens to its name. */
export interface OpenedBytes {
  readonly facts: StoreFacts;
  /**
   * Writes a part into a sink as fast as that takes it, then ends the holding; throws when the sink is closed before. Runs
   * `beforeLast` when all but the last byte has left.
   */
  send(sink: Writable, range: ByteRange, beforeLast?: () => Promise<void>): Promise<void>;
  /** Recomputes the hash of what is held. */
  check(): Promise<boolean>;
  /** Ends the holding where nothing was sent. */
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
  /** Holds an object open for serving; null when the store does not have it. */
  open(sha256: string): Promise<OpenedBytes | null>;
  /** Opens bytes `start`–`end` (inclusive) without looking at their integrity; throws NOT_FOUND. */
  read(sha256: string, range?: ByteRange): Promise<Readable>;
  facts(sha256: string): Promise<StoreFacts | null>;
  /** Where a proxy of this machine finds it: below the store, and its whole path; null where it is in no folder. */
  place(sha256: string): { readonly within: string; readonly path: string } | null;
  /** Recomputes the hash of what is stored; false also when it is missing. */
  check(sha256: string): Promise<boolean>;
  /** Every object of the store, in no order. */
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
  /** Largest size in bytes; asked with the first bytes where it depends on the type. */
  readonly maxBytes: number | ((head: Buffer) => number);
  /** Throws AppError FILE_REFUSED when the whole file, readable at the path, is not acceptable. */
  readonly inspect?: (file: InspectedFile) => Promise<void>;
}

/** How many first bytes `head` holds at most. */
export const HEAD_BYTES = 4100;

/** True when two sets of facts speak of the same untouched object. */
export function sameFacts(left: StoreFacts, right: StoreFacts): boolean {
  return left.size === right.size && left.fingerprint === right.fingerprint;
}
