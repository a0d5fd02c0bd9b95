import { Writable } from 'node:stream';
import { z } from 'zod';
import { createLog } from '#server/platform/log/log.ts';

const warning = 40;
const line = z.object({
  level: z.number(),
  msg: z.string().default(''),
  err: z.object({ message: z.string() }).optional(),
});

/** Returns a line of the log as a sentence; null for lines that no person needs to read. */
function sentenceOf(text: string): string | null {
  const { level, msg, err } = line.parse(JSON.parse(text));
  if (level < warning) return null;
  const what = [msg, err?.message].filter((part) => part !== undefined && part !== '').join(': ');
  return `${level > warning ? 'Error' : 'Warning'}: ${what}\n`;
}

/**
 * Creates the log of a command that a person runs (OPS-04), on standard error: warnings and errors as sentences, while the
 * command itself prints its results. With `json` every line has the format of servers.
 */
export function commandLog(level: string, { json = false }: { readonly json?: boolean } = {}) {
  return createLog(
    level,
    new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        const shown = json ? text : sentenceOf(text);
        if (shown !== null) process.stderr.write(shown);
        done();
      },
    }),
  );
}
