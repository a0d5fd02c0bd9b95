/** The kinds of the second step of signing in (AUTH-09, AUTH-19): a code of the app, a passkey, or a recovery code. */
export const secondSteps = ['passkey', 'code', 'recovery'] as const;

/** One of {@link secondSteps}. */
export type SecondStep = (typeof secondSteps)[number];
