import { sql, type RawBuilder } from 'kysely';

/**
 * Returns the ORDER BY of a list (DESIGN 'The wire'): the key of `?sort=`, descending with '-' before it, then the tie
 * breakers, so that pages never overlap.
 */
export function orderBy(
  sort: string | undefined,
  keys: Readonly<Record<string, RawBuilder<unknown>>>,
  fallback: string,
  ties: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const wanted = sort ?? fallback;
  const descending = wanted.startsWith('-');
  const key = keys[descending ? wanted.slice(1) : wanted];
  if (!key) throw new Error(`the list has no sort key ${wanted}`);
  return descending ? sql`${key} desc nulls last, ${ties}` : sql`${key} asc nulls last, ${ties}`;
}

/** Returns a pattern for `ilike` that finds the text anywhere; wildcards in the text are literal. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
