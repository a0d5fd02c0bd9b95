import { say } from '#server/cli/command.ts';

/** One thing that the doctor looks at: answers what it found, throws what is wrong. */
export interface Examination {
  readonly name: string;
  readonly look: () => Promise<string>;
}

/** Nothing is wrong, and an operator should know it all the same. */
export class Warning extends Error {
  override readonly name = 'Warning';
}

/** How many of the things are wrong, and of how many the operator should know something. */
export interface Outcome {
  readonly failed: number;
  readonly warned: number;
}

/** Looks at one thing after the other and prints a line for each. */
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
