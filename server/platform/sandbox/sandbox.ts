import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { AppError } from '#shared/contract/errors.ts';
import {
  ParserError,
  parserLimits,
  type Parser,
  type ParserLimits,
  type PartsParser,
} from '#server/platform/sandbox/parser.ts';
import { runChild, type ChildTask } from '#server/platform/sandbox/run-child.ts';
import { Turns } from '#server/platform/sandbox/turns.ts';

/** The turn of a run that belongs to no person: jobs of the server share one. */
export const forServer = 'server';

/** Runs parsers of untrusted bytes, each in a separate process (SEC-05). */
export interface Sandbox {
  /** Parses one file in turn for a person. Throws ParserError, TOO_MANY_ATTEMPTS, TIMEOUT and STOPPING. */
  run<Result>(parser: Parser<Result>, path: string, person: string): Promise<Result>;
  /** The same, but passes on the data in parts while the file is read; an error of `take` ends the run and is thrown. */
  runInParts<Part, Result>(
    parser: PartsParser<Part, Result>,
    path: string,
    asked: {
      readonly person: string;
      readonly options: string;
      readonly take: (part: Part) => Promise<void>;
    },
  ): Promise<Result>;
  /** Ends what runs. */
  close(): void;
}

/** Options of createSandbox. */
export interface SandboxOptions {
  readonly atOnce?: number;
  readonly limits?: Partial<ParserLimits>;
}

/** Creates the sandbox of one server: as many parsers at once as the machine has processors, at most four. */
export function createSandbox(log: Logger, options: SandboxOptions = {}): Sandbox {
  const atOnce = options.atOnce ?? Math.max(2, Math.min(4, availableParallelism()));
  const turns = new Turns({
    atOnce,
    atOncePerPerson: Math.max(1, atOnce - 1),
    waitingPerPerson: 50,
    longestDirectWait: 120_000,
  });
  const stopping = new AbortController();
  const runOne = <Result>(
    parser: Parser<Result>,
    path: string,
    person: string,
    more: Pick<ChildTask, 'options' | 'take'> = {},
  ): Promise<Result> =>
    turns.take(person, async () => {
      const limits = { ...parserLimits, ...parser.limits, ...options.limits };
      const start = performance.now();
      try {
        const run = await runChild({ entry: parser.entry, path, limits, stopping: stopping.signal, ...more });
        const result = parser.result.safeParse(run.result);
        if (!result.success) throw new ParserError('crashed', 'the result is none of this parser');
        return result.data;
      } catch (error) {
        if (stopping.signal.aborted) throw new AppError('STOPPING');
        if (!(error instanceof ParserError)) throw error;
        const ms = Math.round(performance.now() - start);
        log.warn({ parser: parser.name, fault: error.fault, ms, said: error.message }, 'file not parsed');
        throw hasNoRoom(error.cause) ? new AppError('TIMEOUT') : error;
      }
    });
  return {
    run: (parser, path, person) => runOne(parser, path, person),
    runInParts: (parser, path, { person, options: told, take }) =>
      runOne(parser, path, person, {
        options: told,
        take: async (said) => {
          const part = parser.part.safeParse(said);
          if (!part.success) throw new ParserError('crashed', 'the part is none of this parser');
          await take(part.data);
        },
      }),
    close: () => stopping.abort(),
  };
}

const noRoom = new Set(['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']);

/** Returns whether the machine has no room for another process now; later it may. */
const hasNoRoom = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && noRoom.has(String(cause.code));
