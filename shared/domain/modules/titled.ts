/** Returns the title of a module with its reference before it, unless the title starts with it (MOD-01). */
export const titled = (title: string, reference: string | null): string =>
  reference === null || reference === '' || title.startsWith(reference) ? title : `${reference} ${title}`;
