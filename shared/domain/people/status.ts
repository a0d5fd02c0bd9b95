/** The status of an account as shown in the users table (SPEC §4, USR-04). */
export const displayStatuses = ['pending', 'active', 'inactive'] as const;

/** A shown account status (SPEC §4, USR-04). */
export type DisplayStatus = (typeof displayStatuses)[number];

/** What the shown status must know of a person (USR-04). */
export interface AccountFacts {
  readonly isActive: boolean;
  readonly onboardingCompleted: boolean;
  readonly mustChangePassword: boolean;
  /** Whether a temporary credential that an administrator issued still exists (AUTH-08). */
  readonly hasTemporaryCredential: boolean;
}

/** Pending before Active and Inactive (SPEC §4, USR-04). */
export function displayStatus(person: AccountFacts): DisplayStatus {
  const temporary = person.mustChangePassword || person.hasTemporaryCredential;
  if (temporary && !person.onboardingCompleted) return 'pending';
  return person.isActive ? 'active' : 'inactive';
}

/** Says whether a person counts on the Account Activation card (SPEC §2.9, §4). */
export function awaitsActivation(person: Pick<AccountFacts, 'onboardingCompleted'>): boolean {
  return !person.onboardingCompleted;
}

/** Whether onboarding is complete: the password is the person's own and nothing open belongs to onboarding (MTX-07). */
export function onboardingIsComplete(facts: {
  readonly passwordIsOwn: boolean;
  readonly openOnboardingAssignments: number;
}): boolean {
  return facts.passwordIsOwn && facts.openOnboardingAssignments === 0;
}
