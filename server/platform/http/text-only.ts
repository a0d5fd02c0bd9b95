const deepest = 12;

/**
 * Returns the path of a value that contains NUL or half a character, which no person types and PostgreSQL does not store, or that
 * is nested deeper than any call accepts. Such values are refused everywhere, whatever the schema. Returns null if there is none.
 */
export function notText(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === 'string') return isText(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  if (path.length > deepest) return path;
  for (const [key, item] of Object.entries(value)) {
    if (!isText(key)) return path;
    const found = notText(item, [...path, key]);
    if (found) return found;
  }
  return null;
}

const isText = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();
