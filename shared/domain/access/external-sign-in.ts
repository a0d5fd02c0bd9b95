/**
 * The reasons why a sign-in by the provider did not succeed, as values of `signin` of /landing (AUTH-03). `refused` is one
 * answer for unknown, inactive, archived and unverified, so that it does not reveal which accounts exist.
 */
export const signInProblems = ['cancelled', 'refused', 'failed', 'unavailable'] as const;

/** One of {@link signInProblems}. */
export type SignInProblem = (typeof signInProblems)[number];

/** The results of a confirmation at the provider, as values of `result` of /signature-confirmed (SIG-01). */
export const confirmationResults = [
  'confirmed',
  'other',
  'ended',
  'cancelled',
  'failed',
  'unavailable',
] as const;

/** One of {@link confirmationResults}. */
export type ConfirmationResult = (typeof confirmationResults)[number];
