import type { ExtractorType } from '@lingui/conf';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** What begins the ids of the texts of each file of `shared/trail`. */
const prefixes: Readonly<Record<string, string>> = {
  'actions.ts': 'trail.action',
  'fields.ts': 'trail.field',
  'records.ts': 'trail.record',
  'values.ts': 'trail.value',
};

/** Reads the sentences of actions and the names of fields, records and values into the catalogue (AUD-03), each under its id. */
export const trailExtractor: ExtractorType = {
  match: (filename) => /\/shared\/trail\/[\w-]+\.ts$/.test(filename),
  async extract(filename, _code, found) {
    const prefix = prefixes[path.basename(filename)];
    if (prefix === undefined) return;
    const module = (await import(pathToFileURL(filename).href)) as Readonly<Record<string, unknown>>;
    const read = (entries: object): void => {
      for (const [code, entry] of Object.entries(entries) as [string, unknown][]) {
        const message = Array.isArray(entry) ? (entry[1] as unknown) : entry;
        if (typeof message === 'string') found({ id: `${prefix}.${code}`, message, origin: [filename, 1] });
        else if (typeof entry === 'object' && entry !== null) read(entry);
      }
    };
    for (const value of Object.values(module))
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) read(value);
  },
};
