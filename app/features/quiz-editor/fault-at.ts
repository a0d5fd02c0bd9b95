/** The errors of one question, by the field within it, in the person's language. */
export type Faults = Readonly<Record<string, string>>;

/** Returns the problem of a field or of one below it; undefined if there is none. */
export function faultAt(faults: Faults, field: string): string | undefined {
  return Object.entries(faults).find(([path]) => path === field || path.startsWith(`${field}.`))?.[1];
}

/** Returns the error at a field itself. */
export const ownFaultAt = (faults: Faults, field: string): string | undefined => faults[field];
