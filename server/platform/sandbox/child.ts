/** The whole of a parser's process: loads one entry, reads one file, writes one result, ends (SEC-05). */
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { closeDoors } from '#server/platform/sandbox/close-doors.ts';
import type { ParserModule } from '#server/platform/sandbox/parser.ts';

/** What the process says to its parent, as JSON on its fourth channel. */
type Said =
  | { readonly result: unknown }
  | { readonly failure: 'machine' | 'crashed' | 'too_much_memory'; readonly said: string };

const resultChannel = 3;

function say(said: Said): void {
  const bytes = Buffer.from(JSON.stringify(said));
  for (let at = 0; at < bytes.length;) at += writeSync(resultChannel, bytes, at);
}

/** A call of the system that failed is no fault of the file; what the file made a library do is. */
function failureOf(error: unknown): Said {
  const said = String(error).slice(0, 500);
  if (error instanceof RangeError && /allocat/i.test(said)) return { failure: 'too_much_memory', said };
  return { failure: error instanceof Error && 'syscall' in error ? 'machine' : 'crashed', said };
}

/** No file is to blame where its parser is not there. */
async function loadParser(): Promise<ParserModule | null> {
  try {
    return (await import(pathToFileURL(entry).href)) as ParserModule;
  } catch (error) {
    say({ failure: 'machine', said: String(error).slice(0, 500) });
    return null;
  }
}

const [entry = '', path = ''] = process.argv.slice(2);
closeDoors();
const parser = await loadParser();
if (parser) {
  try {
    say({ result: await parser.parse(path) });
  } catch (error) {
    say(failureOf(error));
  }
}
// Whatever a library still has open.
process.exit(0);
