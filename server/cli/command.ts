import { parseArgs, type ParseArgsConfig } from 'node:util';

/** One command of `bin/traintrail` (DESIGN 'Starting it'). */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** The usage, without the name of the program. */
  readonly usage: string;
  /** Runs the command and returns the exit code: 0 done, 1 not done. */
  readonly run: (args: readonly string[]) => Promise<number>;
}

/** Wrong usage of a command, explained by the message. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure that the person who runs the command can act upon: printed without a stack. Exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}

/** Reads the options of a command; throws UsageError for one that it does not have. */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Prints a line for a person. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}
