import { say } from '#server/cli/command.ts';

/** One thing that the doctor looks at: answers what it found, throws what is wrong. */
export interface Examination {
  readonly name: string;
  readonly look: () => Promise<string>;
}

/** Looks at one thing after the other, prints a line for each, and answers how many are wrong. */
export async function examine(examinations: readonly Examination[]): Promise<number> {
  let failed = 0;
  for (const { name, look } of examinations) {
    try {
      say(`ok    ${name}: ${await look()}`);
    } catch (error) {
      failed += 1;
      say(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return failed;
}
