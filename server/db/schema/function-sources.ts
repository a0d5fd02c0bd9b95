/** A function as the schema's text makes it: its name, with the schema where that is not `public`, and its source. */
export type FunctionSources = ReadonlyMap<string, string>;

const definition =
  /create (?:or replace )?function ([\w."]+)\s*\([\s\S]*?\sas\s+(?:(\$\w*\$)([\s\S]*?)\2|'((?:[^']|'')*)')/g;

/**
 * Every function that a text of the schema makes, with the source that PostgreSQL keeps of it: `verify` compares both, so
 * that a trigger whose function was emptied is found (AUD-02).
 */
export function functionSources(text: string): FunctionSources {
  const sources = new Map<string, string>();
  for (const [, name = '', , dollar, quoted = ''] of text.matchAll(definition))
    sources.set(name.replaceAll('"', ''), dollar ?? quoted.replaceAll("''", "'"));
  return sources;
}
