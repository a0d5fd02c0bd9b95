/** The whole of a parser's process: loads one entry, reads one file, writes parts and one result, ends (SEC-05). */
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { removeNetworkAccess } from '#server/platform/sandbox/remove-network-access.ts';
import type { ParserModule } from '#server/platform/sandbox/parser.ts';

/** The messages of the process to its parent, as JSON on its fourth channel. */
type ReasonWithParams =
  | { readonly part: unknown }
  | { readonly result: unknown }
  | { readonly failure: 'machine' | 'crashed' | 'too_much_memory'; readonly said: string };

const resultChannel = 3;

function say(said: ReasonWithParams): void {
  const bytes = Buffer.from(`${JSON.stringify(said)}\n`);
  for (let at = 0; at < bytes.length;) at += writeSync(resultChannel, bytes, at);
}

/** Separates a failed system call, which is not the fault of the file, from an error that the file caused in a library. */
function failureOf(error: unknown): ReasonWithParams {
  const said = String(error).slice(0, 500);
  if (error instanceof RangeError && /allocat/i.test(said)) return { failure: 'too_much_memory', said };
  return { failure: error instanceof Error && 'syscall' in error ? 'machine' : 'crashed', said };
}

/** The file is not at fault if its parser is missing. */
async function loadParser(): Promise<ParserModule | null> {
  try {
    return (await import(pathToFileURL(entry).href)) as ParserModule;
  } catch (error) {
    say({ failure: 'machine', said: String(error).slice(0, 500) });
    return null;
  }
}

const [entry = '', path = '', options = ''] = process.argv.slice(2);
removeNetworkAccess();
const parser = await loadParser();
if (parser) {
  try {
    say({ result: await parser.parse(path, { options, give: (part) => say({ part }) }) });
  } catch (error) {
    say(failureOf(error));
  }
}
// Exits although a library may still have something open.
process.exit(0);
