import { migrationText } from '#server/db/migrations/index.ts';

/** Statements of a migration from one that begins with `from` up to one that begins with `to`, or to the end of the file. */
export function partOfMigration(name: string, from: string, to?: string): string {
  const text = migrationText(name);
  const start = text.indexOf(`\n${from}`);
  const end = to === undefined ? text.length : text.indexOf(`\n${to}`, start);
  if (start < 0 || end < 0) throw new Error(`${name} has no part from ${from}`);
  return text.slice(start, end);
}
