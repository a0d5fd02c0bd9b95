import type { z } from 'zod';

/** What one run of a parser may use (SEC-05). */
export interface ParserLimits {
  /** Resident memory of the whole process, in MB. */
  readonly memoryMb: number;
  /** Seconds of processor time. */
  readonly cpuSeconds: number;
  /** Seconds by the clock: a machine that is busy with other things is no fault of the file. */
  readonly wallSeconds: number;
}

/** The limits of parsers that set no others. */
export const parserLimits: ParserLimits = { memoryMb: 400, cpuSeconds: 10, wallSeconds: 40 };

/**
 * A parser of untrusted bytes. It runs only in a child process: `entry` is a module that exports `parse(path)`, and `result` checks the
 * returned value before the server uses it.
 */
export interface Parser<Result> {
  /** Its name in the log and in the metrics. */
  readonly name: string;
  readonly entry: URL;
  readonly result: z.ZodType<Result>;
  readonly limits?: Partial<ParserLimits>;
}

/** What the module of an entry exports. */
export interface ParserModule {
  readonly parse: (path: string, asked: Asked) => Promise<unknown>;
}

/** What an entry receives in addition to the file, and where it puts what is too much for one result. */
export interface Asked {
  /** JSON of the caller; empty for none. */
  readonly options: string;
  /** Hands over a part of what was read; waits until the server has taken the parts before. */
  readonly give: (part: unknown) => void;
}

/** A parser that hands over what it reads in parts, so that neither process holds all of it. */
export interface PartsParser<Part, Result> extends Parser<Result> {
  readonly part: z.ZodType<Part>;
}

/**
 * Why a run ended without a result: it needed too much time or memory, it died or answered something that is no result, or the
 * machine could not start or feed it, which is no fault of the file.
 */
export type ParserFault = 'too_slow' | 'too_much_memory' | 'crashed' | 'machine';

/** Raised in place of a result. */
export class ParserError extends Error {
  readonly fault: ParserFault;

  constructor(fault: ParserFault, said: string, options?: ErrorOptions) {
    super(said, options);
    this.name = 'ParserError';
    this.fault = fault;
  }
}
