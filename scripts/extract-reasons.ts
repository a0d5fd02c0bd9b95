import type { ExtractorType } from '@lingui/conf';
import { pathToFileURL } from 'node:url';

/** Reads the sentences of reasons into the catalogue, each under the id `reason.<code>` with its meaning as a note for translators. */
export const reasonsExtractor: ExtractorType = {
  match: (filename) => /\/shared\/reasons\/[\w-]+\.ts$/.test(filename),
  async extract(filename, _code, found) {
    const module = (await import(pathToFileURL(filename).href)) as Readonly<Record<string, object>>;
    for (const [code, entry] of Object.values(module).flatMap((value) => Object.entries(value))) {
      if (!isEntry(entry)) continue;
      found({ id: `reason.${code}`, message: entry[0], comment: entry[1], origin: [filename, 1] });
    }
  },
};

const isEntry = (value: unknown): value is readonly [message: string, means: string] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
