/** The status of an account as shown in the users table (SPEC §4, USR-04). */
export const displayStatuses = ['pending', 'active', 'inactive'] as const;

/** A shown account status (SPEC §4, USR-04). */
export type DisplayStatus = (typeof displayStatuses)[number];

/** The facts of an account that the shown status needs (USR-04). */
export interface AccountFacts {
  readonly isActive: boolean;
  readonly onboardingCompleted: boolean;
  readonly mustChangePassword: boolean;
  /** Whether a temporary credential that an administrator issued still exists (AUTH-08). */
  readonly hasTemporaryCredential: boolean;
}
