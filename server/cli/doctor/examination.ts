import { say } from '#server/cli/command.ts';

/** One examination of the doctor: returns what it found, throws if something is wrong. */
export interface Examination {
  readonly name: string;
  readonly look: () => Promise<string>;
}

/** Not a fault, but something that an operator should know. */
export class Warning extends Error {
  override readonly name = 'Warning';
}

/** The number of failed examinations, and of those with a warning for the operator. */
export interface Outcome {
  readonly failed: number;
  readonly warned: number;
}

/** Runs one examination after the other and prints a line for each. */
export async function examine(examinations: readonly Examination[]): Promise<Outcome> {
  let [failed, warned] = [0, 0];
  for (const { name, look } of examinations) {
    try {
      say(`ok    ${name}: ${await look()}`);
    } catch (error) {
      if (error instanceof Warning) {
        warned += 1;
        say(`warn  ${name}: ${error.message}`);
        continue;
      }
      failed += 1;
      say(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { failed, warned };
}
