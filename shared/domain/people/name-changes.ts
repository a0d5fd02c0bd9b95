import { fullName, type NameFacts } from './names.ts';

/** Returns whether a change gives the person another printed name (AUTH-16). */
export function changesName(before: NameFacts, after: NameFacts): boolean {
  return before.firstName !== after.firstName || before.lastName !== after.lastName;
}

/**
 * Returns whether a person's own change of the printed name needs approval (AUTH-16): nobody decides about their own, unless
 * nobody else could.
 */
export function needsApproval(owner: {
  readonly isAdmin: boolean;
  /** Active administrators, and hr of the person's organization, without the person. */
  readonly otherApprovers: number;
}): boolean {
  return !owner.isAdmin || owner.otherApprovers > 0;
}

/** Returns the name for addressing a person: the preferred one, else first and last name (AUTH-16). */
export function addressedName(person: NameFacts & { readonly preferredName: string | null }): string {
  const preferred = person.preferredName?.trim() ?? '';
  return preferred === '' ? fullName(person) : preferred;
}

/** Returns the name for greetings: the preferred one, else the first name (AUTH-16). */
export function greetingName({
  firstName,
  preferredName,
}: {
  readonly firstName: string | null;
  readonly preferredName: string | null;
}): string | null {
  const preferred = preferredName?.trim() ?? '';
  return preferred === '' ? firstName : preferred;
}
