/**
 * Why a sign-in by the provider did not succeed, as `signin` of /landing says it (AUTH-03). `refused` is one answer for
 * unknown, inactive, archived and unverified: nobody learns from it which accounts there are.
 */
export const signInProblems = ['cancelled', 'refused', 'failed', 'unavailable'] as const;

/** One of {@link signInProblems}. */
export type SignInProblem = (typeof signInProblems)[number];

/** How a confirmation at the provider ended, as `result` of /signature-confirmed says it (SIG-01). */
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
