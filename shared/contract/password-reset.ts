import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { done } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { passwordForm, signInForm } from '#shared/contract/accounts.ts';

/** Requests a link to choose a new password (AUTH-10): one address, as text. */
export const forgotForm = signInForm.pick({ email: true }).meta({ id: 'ForgotForm' });

const token = z.string().max(200, because('too_long', { maximum: 200 }));

/** A new password with the token of the link (AUTH-10, SPEC §5 'Reset password'). */
export const resetForm = z
  .strictObject({ token, newPassword: passwordForm.shape.newPassword })
  .meta({ id: 'ResetForm' });

/** The forgotten password (AUTH-10). */
export const passwordResetContract = {
  forgot: defineEndpoint({
    id: 'accounts.forgotPassword',
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary:
      'Ask for a link to choose a new password; the answer is the same whether there is such an account',
    access: { public: true },
    audit: { command: 'account.resetRequested' },
    data: { none: 'says the same to everybody' },
    body: forgotForm,
    errors: ['TOO_MANY_ATTEMPTS'],
    response: done,
    bodyLimit: 8192,
  }),
  check: defineEndpoint({
    id: 'accounts.checkResetLink',
    method: 'POST',
    path: '/api/auth/reset-password/check',
    summary: 'Whether a link still works, and whose password it is about; it stays unused',
    access: { public: true },
    audit: { none: 'reads what the link already proves' },
    data: { none: 'only looks' },
    body: z.strictObject({ token }),
    errors: ['TOO_MANY_ATTEMPTS'],
    response: z
      .object({
        state: z.enum(['open', 'used', 'expired', 'unknown']),
        /** For an open link only. */
        email: z.string().nullable(),
        /** Least characters of the new password. */
        passwordMin: z.int(),
      })
      .meta({ id: 'ResetLinkState' }),
    bodyLimit: 8192,
  }),
  reset: defineEndpoint({
    id: 'accounts.resetPassword',
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Choose a new password with the link of the mail; all sessions of the person end',
    access: { public: true },
    audit: { command: 'account.passwordReset' },
    data: { none: 'before signing in' },
    body: resetForm,
    errors: ['LINK_DEAD', 'PASSWORD_REFUSED', 'TOO_MANY_ATTEMPTS'],
    response: done,
    bodyLimit: 8192,
  }),
};
