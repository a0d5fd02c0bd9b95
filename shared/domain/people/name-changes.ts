import { fullName, type NameFacts } from './names.ts';

/** Whether a change gives the person another printed name (AUTH-16). */
export function changesName(before: NameFacts, after: NameFacts): boolean {
  return before.firstName !== after.firstName || before.lastName !== after.lastName;
}

/** Whether a person's own change of the printed name has to be approved (AUTH-16): nobody decides about their own, unless there is nobody else who could. */
export function needsApproval(owner: {
  readonly isAdmin: boolean;
  /** Active administrators, and hr of the person's organization, without the person. */
  readonly otherApprovers: number;
}): boolean {
  return !owner.isAdmin || owner.otherApprovers > 0;
}

/** The name by which a person is addressed: the preferred one, else first and last name (AUTH-16). */
export function addressedName(person: NameFacts & { readonly preferredName: string | null }): string {
  const preferred = person.preferredName?.trim() ?? '';
  return preferred === '' ? fullName(person) : preferred;
}

/** The name for greetings: the preferred one, else the first name (AUTH-16). */
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
