import { translateServerText } from '#app/lib/server-texts.ts';

/** The faults of one question, by the field within it. */
export type Faults = Readonly<Record<string, string>>;

/** What is wrong at a field or below it, in the person's language; undefined where nothing is. */
export function faultAt(faults: Faults, field: string): string | undefined {
  const found = Object.entries(faults).find(([path]) => path === field || path.startsWith(`${field}.`));
  return found && translateServerText(found[1]);
}

/** What is wrong at a field itself. */
export function ownFaultAt(faults: Faults, field: string): string | undefined {
  const message = faults[field];
  return message === undefined ? undefined : translateServerText(message);
}
