import type { PasswordProblem, PasswordReason } from './evaluate.ts';

/** The texts of SPEC §5 about passwords, word for word; they are also the keys of their translations (AUTH-02, AUTH-07). */
export const passwordTexts = {
  required: 'Password is required',
  min: 'Password must be at least {min} characters',
  presetMin: 'Password must be at least {min} characters long',
  mismatch: "Passwords don't match",
} as const;

/** The text of each reason, with {limit} where it names one; also the key of its translation (AUTH-07). */
export const passwordReasonTexts: Readonly<Record<PasswordReason, string>> = {
  too_short: 'Password must be at least {limit} characters',
  too_long: 'Password must be at most {limit} characters',
  too_common: 'This password is too common. Choose one that others would not guess.',
  too_weak: 'This password is too easy to guess. Add a few unrelated words.',
  is_email: 'Password must not be your email address',
  is_name: 'Password must not be your name',
};

/** The English sentence of a problem, for problem JSON (AUTH-07); too short at 8 is the text of SPEC §5. */
export function passwordProblemText(problem: PasswordProblem): string {
  return passwordReasonTexts[problem.reason].replace('{limit}', String(problem.limit ?? ''));
}
