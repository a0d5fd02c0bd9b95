import type { z } from 'zod';

/** The limits of one run of a parser (SEC-05). */
export interface ParserLimits {
  /** Resident memory of the whole process, in MB. */
  readonly memoryMb: number;
  /** Seconds of processor time. */
  readonly cpuSeconds: number;
  /** Seconds by the clock. They are many, because a busy machine is not the fault of the file. */
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

/** The export of an entry's module. */
export interface ParserModule {
  readonly parse: (path: string, asked: Asked) => Promise<unknown>;
}

/** The input of an entry in addition to the file, and the function that receives data too large for one result. */
export interface Asked {
  /** JSON of the caller; empty for none. */
  readonly options: string;
  /** Passes on a part of the data; waits until the server has accepted the previous parts. */
  readonly give: (part: unknown) => void;
}

/** A parser that passes on its data in parts, so that neither process needs memory for all of it. */
export interface PartsParser<Part, Result> extends Parser<Result> {
  readonly part: z.ZodType<Part>;
}

/**
 * The reasons why a run ended without a result. It needed too much time or memory, or crashed, or returned no valid result. Or
 * the machine could not start or feed it, which is not the fault of the file.
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
