import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import {
  done,
  instant,
  isOne,
  optionalReasonBody,
  reason,
  signatureIntent,
  userId,
} from '#shared/contract/common.ts';
import { currentUser, sessionFacts } from '#shared/contract/current-user.ts';
import { passkeyProof } from '#shared/contract/passkey-answers.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { secondSteps } from '#shared/domain/access/second-step.ts';
import { MANUAL_PASSWORD_MIN, PASSWORD_MAX, PASSWORD_MIN } from '#shared/domain/passwords/policy.ts';

const email = z
  .string(because('email_needed'))
  .trim()
  .max(254, because('email_needed'))
  .pipe(z.email(because('email_needed')));

/** A password as typed; the policy sets the length of a new one. */
const typedPassword = z.string(because('password_needed')).max(1024, because('too_long', { maximum: 1024 }));

/** A code as typed, with the spaces and dashes that make it readable. */
export const typedCode = z
  .string(because('code_needed'))
  .trim()
  .min(1, because('code_needed'))
  .max(40, because('too_long', { maximum: 40 }));

/** The form that signs a person in (SPEC §5 'Login'). */
export const signInForm = z
  .strictObject({
    email,
    password: typedPassword.min(1, because('password_needed')),
  })
  .meta({ id: 'SignInForm' });

/** A new own password (SPEC §5 'Change password'); the policy of AUTH-07 judges it further. */
export const passwordForm = z
  .strictObject({
    /** May be left out, or empty, in activation mode only. */
    currentPassword: typedPassword.optional(),
    newPassword: typedPassword.min(PASSWORD_MIN, because('password_too_short', { minimum: PASSWORD_MIN })),
  })
  .meta({ id: 'PasswordForm' });

/** A password set manually (SPEC §5 'Manual password'). */
export const manualPasswordForm = z
  .strictObject({
    password: z
      .string(because('password_needed'))
      .trim()
      .min(MANUAL_PASSWORD_MIN, because('password_too_short', { minimum: MANUAL_PASSWORD_MIN }))
      .max(PASSWORD_MAX, because('password_too_long', { maximum: PASSWORD_MAX })),
    /** Required in the regulated profile. */
    reason: reason.optional(),
  })
  .meta({ id: 'ManualPasswordForm' });

/** A fresh proof of identity (AUTH-19): password, with a code if two factors are set up, a passkey, or the provider. */
export const stepUpForm = z
  .strictObject({
    password: typedPassword.min(1, because('password_needed')).optional(),
    code: typedCode.optional(),
    /** In place of the password: the parameters of GET /api/login/confirm (SIG-01). */
    confirmation: signatureIntent.optional(),
    passkey: passkeyProof.optional(),
  })
  .refine(({ password, confirmation, passkey }) => isOne(password, confirmation, passkey), {
    path: ['password'],
    message: because('password_needed'),
  })
  .meta({ id: 'StepUpForm' });

/** The second step of signing in (AUTH-09, AUTH-19). */
export const secondFactorForm = z
  .strictObject({ code: typedCode.optional(), passkey: passkeyProof.optional() })
  .refine(({ code, passkey }) => isOne(code, passkey), { path: ['code'], message: because('code_needed') })
  .meta({ id: 'SecondFactorForm' });

/** The person to whom an administrator sends a link to choose a new password (AUTH-10). */
export const resetLinkForm = z.strictObject({ userId }).meta({ id: 'ResetLinkForm' });

/** A temporary password that was issued. */
const temporaryPassword = z
  .object({
    /** Null if a repeated request comes after the password has ended. */
    newPassword: z.string().nullable(),
    expiresAt: instant,
  })
  .meta({ id: 'TemporaryPassword' });

const oneUser = z.object({ userId });

/** Signing in and out, their own account, and passwords that administrators issue (SPEC §7; AUTH-01 … AUTH-12). */
export const accountsContract = {
  signIn: defineEndpoint({
    id: 'accounts.signIn',
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in; answers the user, or that the second factor is needed',
    access: { public: true },
    audit: { command: 'account.signedIn' },
    data: { none: 'starts a session' },
    body: signInForm,
    errors: ['SIGN_IN_REFUSED', 'TOO_MANY_ATTEMPTS'],
    response: z.union([
      currentUser,
      z.object({
        twoFactorRequired: z.literal(true),
        methods: z.array(z.enum(secondSteps)),
      }),
    ]),
    bodyLimit: 8192,
  }),
  verifySignIn: defineEndpoint({
    id: 'accounts.verifySignIn',
    method: 'POST',
    path: '/api/auth/login/verify',
    summary: 'The second step of signing in: a code of the authenticator, a recovery code or a passkey',
    access: { public: true },
    audit: { command: 'account.signedIn' },
    data: { none: 'starts a session' },
    body: secondFactorForm,
    errors: ['PASSKEY_CHALLENGE', 'SECOND_FACTOR_REFUSED', 'SIGN_IN_OVER', 'TOO_MANY_ATTEMPTS'],
    response: currentUser,
    bodyLimit: 32_768,
  }),
  externalSignIn: defineEndpoint({
    id: 'accounts.externalSignIn',
    method: 'GET',
    path: '/api/login',
    summary: 'Full-page navigation to the external sign-in; without one to the dialog on the landing page',
    access: { public: true },
    audit: { none: 'leads to a page; signing in there is recorded' },
    data: { none: 'a page' },
    // Identity providers and links in emails add other parameters: they are ignored.
    query: z.object({
      /** Path of this site to come back to; anything else counts as '/'. */
      returnTo: z.string().max(2000).optional(),
    }),
    response: z.unknown(),
    raw: 'text/html',
  }),
  signOut: defineEndpoint({
    id: 'accounts.signOut',
    method: 'GET',
    path: '/api/logout',
    summary: 'Sign out and go to /landing; a request from another site is asked to confirm first',
    access: { public: true },
    audit: { command: 'account.signedOut', record: 'users' },
    data: { none: 'a page' },
    // Parameters that a provider adds when it redirects to this address are ignored.
    query: z.object({}),
    response: z.unknown(),
    raw: 'text/html',
  }),
  currentUser: defineEndpoint({
    id: 'accounts.currentUser',
    method: 'GET',
    path: '/api/auth/user',
    summary:
      'The signed-in person with role, grants, permissions, organization, settings and the end of the session',
    access: { signedIn: true, whilePasswordMustChange: true, whileTwoFactorIsMissing: true },
    audit: { none: 'own data' },
    data: { none: 'the session fetches it again itself' },
    response: currentUser,
  }),
  activity: defineEndpoint({
    id: 'accounts.activity',
    method: 'POST',
    path: '/api/session/activity',
    summary: 'The person is there: real input, or a video that plays, keeps the session alive',
    access: { signedIn: true, whileTwoFactorIsMissing: true },
    audit: { none: 'live state of a session, several times a minute' },
    data: { none: 'keeps the session alive' },
    response: sessionFacts,
    extendsSession: true,
  }),
  stepUp: defineEndpoint({
    id: 'accounts.stepUp',
    method: 'POST',
    path: '/api/session/step-up',
    summary:
      'Prove once more who is there, by password and second factor, by a passkey or at the provider: what answered STEP_UP_REQUIRED is open for some minutes',
    access: { signedIn: true, whileTwoFactorIsMissing: true },
    audit: { command: 'account.steppedUp', record: 'users' },
    data: { none: 'proves who calls' },
    body: stepUpForm,
    errors: ['CODE_REFUSED', 'CURRENT_PASSWORD_WRONG', 'PASSKEY_CHALLENGE', 'TOO_MANY_ATTEMPTS'],
    response: z
      .object({
        /** Until then no further proof is required. */
        until: instant,
      })
      .meta({ id: 'SteppedUp' }),
    bodyLimit: 32_768,
  }),
  changePassword: defineEndpoint({
    id: 'accounts.changePassword',
    method: 'POST',
    path: '/api/change-password',
    summary: 'Choose a new own password; every other session of the person ends',
    access: { signedIn: true, whilePasswordMustChange: true, whileTwoFactorIsMissing: true },
    audit: { command: 'account.passwordChanged', record: 'users' },
    data: { changes: ['sessions', 'people'] },
    body: passwordForm,
    errors: ['CURRENT_PASSWORD_WRONG', 'PASSWORD_REFUSED', 'TOO_MANY_ATTEMPTS'],
    response: done,
    bodyLimit: 8192,
  }),
  generatePassword: defineEndpoint({
    id: 'accounts.generatePassword',
    method: 'POST',
    path: '/api/users/:userId/generate-password',
    summary: 'Generate a temporary password for a person; not for admin accounts',
    access: { permission: 'passwords.manage' },
    stepUp: true,
    audit: { command: 'account.passwordGenerated', record: 'users' },
    data: { changes: ['people', 'signing'] },
    params: oneUser,
    body: optionalReasonBody.optional(),
    errors: ['ADMIN_ACCOUNT', 'REASON_REQUIRED'],
    response: temporaryPassword,
  }),
  viewPassword: defineEndpoint({
    id: 'accounts.viewPassword',
    method: 'GET',
    path: '/api/users/:userId/password',
    summary:
      'The temporary password of a person while it exists; each look is in the audit trail before the answer',
    access: { permission: 'passwords.manage' },
    stepUp: true,
    audit: { access: 'account.passwordViewed' },
    data: { shows: ['people'] },
    params: oneUser,
    errors: ['ADMIN_ACCOUNT', 'KEY_CHANGED'],
    response: z
      .object({
        currentPassword: z.string().nullable(),
        /** `user_set`: the person chose the password, and nobody can read it. */
        state: z.enum(['temporary', 'user_set', 'expired', 'none']),
        expiresAt: instant.nullable(),
      })
      .meta({ id: 'AssignedPassword' }),
  }),
  setPassword: defineEndpoint({
    id: 'accounts.setPassword',
    method: 'POST',
    path: '/api/users/:userId/set-password',
    summary: 'Set a temporary password by hand, trimmed, at least 6 characters; not for admin accounts',
    access: { permission: 'passwords.manage' },
    stepUp: true,
    audit: { command: 'account.passwordSet', record: 'users' },
    data: { changes: ['people', 'signing'] },
    params: oneUser,
    body: manualPasswordForm,
    errors: ['ADMIN_ACCOUNT', 'PASSWORD_REFUSED', 'REASON_REQUIRED', 'TOO_MANY_ATTEMPTS'],
    response: temporaryPassword,
    bodyLimit: 8192,
  }),
  unlock: defineEndpoint({
    id: 'accounts.unlock',
    method: 'POST',
    path: '/api/users/:userId/unlock',
    summary: 'Unlock an account that too many failures have locked; nothing happens to one that is not',
    access: { permission: 'passwords.manage' },
    stepUp: true,
    audit: { command: 'account.unlocked', record: 'users' },
    data: { changes: ['people'] },
    params: oneUser,
    body: optionalReasonBody.optional(),
    errors: ['REASON_REQUIRED'],
    response: done,
  }),
  sendResetLink: defineEndpoint({
    id: 'accounts.sendResetLink',
    method: 'POST',
    path: '/api/users/reset-password',
    summary: 'Send a person a link to choose a new password, to the stored address only',
    access: { permission: 'passwords.manage' },
    audit: { command: 'account.resetLinkSent' },
    data: { changes: ['people'] },
    body: resetLinkForm,
    errors: ['NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
    response: done,
  }),
};
