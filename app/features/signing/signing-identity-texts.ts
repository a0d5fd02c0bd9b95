import { msg } from '@lingui/core/macro';
import type { ClosureCause } from '#shared/domain/signatures/signing-identity.ts';

/** The reasons why a person cannot sign, in words for that person (SIG-05). */
export const closureTexts = {
  account_created: msg`Your account was created with a password that an administrator knows.`,
  credential_issued: msg`An administrator issued a password for your account.`,
  email_changed: msg`An administrator changed the email address of your account.`,
  authenticator_reset: msg`An administrator reset your two-factor sign-in.`,
  link_elsewhere: msg`Someone accessed your account through an email address that an administrator entered.`,
  name_changed: msg`You changed your name on signatures.`,
} as const satisfies Record<ClosureCause, unknown>;
