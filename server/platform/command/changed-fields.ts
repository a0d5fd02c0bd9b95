/** Returns the fields of a change that were sent and differ from the stored record. */
export function changedFields<Field extends string, Stored extends Readonly<Record<Field, unknown>>>(
  stored: Stored,
  change: { readonly [Key in Field]?: Stored[Key] | undefined },
  fields: readonly Field[],
): Partial<Pick<Stored, Field>> {
  const changed: Partial<Pick<Stored, Field>> = {};
  for (const field of fields) {
    const value = change[field];
    if (value !== undefined && value !== stored[field]) changed[field] = value;
  }
  return changed;
}
