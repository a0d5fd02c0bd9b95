import { fullName, type NameFacts } from './names.ts';

/** Returns whether a change gives the person another printed name (AUTH-16). */
export function changesName(before: NameFacts, after: NameFacts): boolean {
  return before.firstName !== after.firstName || before.lastName !== after.lastName;
}

/**
 * Returns whether a person's change of their own printed name needs approval (AUTH-16). Nobody decides about their own name,
 * unless nobody else could.
 */
export function needsApproval(owner: {
  readonly isAdmin: boolean;
  /** Active administrators, and hr of the person's organization, without the person. */
  readonly otherApprovers: number;
}): boolean {
  return !owner.isAdmin || owner.otherApprovers > 0;
}

/** Returns the name with which a person is addressed (AUTH-16): the preferred one, otherwise first and last name. */
export function addressedName(person: NameFacts & { readonly preferredName: string | null }): string {
  const preferred = person.preferredName?.trim() ?? '';
  return preferred === '' ? fullName(person) : preferred;
}

/** Returns the name for greetings: the preferred one, otherwise the first name (AUTH-16). */
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
