/** Compares by code point, like the database's collation "C". */
export const compareIds = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
