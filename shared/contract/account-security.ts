import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { secondFactorForm, typedCode } from '#shared/contract/accounts.ts';
import { done, instant, optionalReasonBody, userId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const ownPassword = z
  .string(because('password_needed'))
  .min(1, because('password_needed'))
  .max(1024, because('too_long', { maximum: 1024 }));

/** The form that starts the enrolment of an authenticator (AUTH-09). */
export const enrolForm = z
  .strictObject({
    /** Absent for people without a password, who sign in at their provider; they need a fresh authentication instead. */
    currentPassword: ownPassword.optional(),
  })
  .meta({ id: 'EnrolForm' });

/** The first code of a new authenticator (AUTH-09). */
export const confirmForm = z.strictObject({ code: typedCode }).meta({ id: 'ConfirmForm' });

/** Password and second factor again, for what weakens the account or shows new recovery codes (AUTH-09). */
export const bothFactorsForm = z
  .strictObject({ currentPassword: ownPassword, code: typedCode })
  .meta({ id: 'BothFactorsForm' });

const recoveryCodes = z
  .object({
    /** Shown only this once; null if a repeated request comes after they were shown. */
    recoveryCodes: z.array(z.string()).nullable(),
  })
  .meta({ id: 'RecoveryCodes' });

const sessionView = z
  .object({
    id: z.string(),
    /** The session of this request. */
    current: z.boolean(),
    /** The browser's description of itself. */
    userAgent: z.string().nullable(),
    ip: z.string().nullable(),
    authMethod: z.enum([
      'password',
      'provider',
      'password_totp',
      'recovery_code',
      'passkey',
      'password_passkey',
    ]),
    createdAt: instant,
    lastActiveAt: instant,
  })
  .meta({ id: 'SessionView' });

const whileMissing = { signedIn: true, whileTwoFactorIsMissing: 'to set up' } as const;

/** The person's own second factor and sessions: Settings → Security (AUTH-05, AUTH-09). */
export const accountSecurityContract = {
  twoFactor: defineEndpoint({
    id: 'accounts.twoFactor',
    method: 'GET',
    path: '/api/auth/two-factor',
    summary: 'How the own second factor stands',
    access: { signedIn: true, whileTwoFactorIsMissing: true },
    audit: { none: 'own data' },
    data: { shows: ['twoFactor', 'passkeys'] },
    response: z
      .object({
        enabled: z.boolean(),
        enabledAt: instant.nullable(),
        /** Recovery codes that were not used yet. */
        recoveryCodesLeft: z.int(),
        /** The profile of the installation requires it of this role: it cannot be removed (AUTH-07). */
        required: z.boolean(),
        /** The account has a password, which every change requests. */
        hasPassword: z.boolean(),
      })
      .meta({ id: 'TwoFactorState' }),
  }),
  enrolTwoFactor: defineEndpoint({
    id: 'accounts.enrolTwoFactor',
    method: 'POST',
    path: '/api/auth/two-factor/enrol',
    summary: 'Begin to enrol an authenticator: its secret, as a key and as a QR code',
    access: whileMissing,
    stepUp: 'sometimes',
    audit: { command: 'account.twoFactorBegun', record: 'users' },
    data: { none: 'nothing is on before it is confirmed' },
    body: enrolForm,
    errors: ['CURRENT_PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS'],
    response: z
      .object({
        /** The secret in Base32, for authenticators without a camera. */
        key: z.string(),
        /** The content of the QR code, for authenticators on the same device. */
        uri: z.string(),
        /** The QR code: side in modules, and the dark modules as an SVG path. */
        qr: z.object({ size: z.int(), path: z.string() }),
      })
      .meta({ id: 'TwoFactorEnrollment' }),
    bodyLimit: 8192,
  }),
  confirmTwoFactor: defineEndpoint({
    id: 'accounts.confirmTwoFactor',
    method: 'POST',
    path: '/api/auth/two-factor/confirm',
    summary: 'Switch the second factor on with a first code; answers ten recovery codes, this once',
    access: whileMissing,
    audit: { command: 'account.twoFactorEnabled', record: 'users' },
    data: { changes: ['twoFactor'] },
    body: confirmForm,
    errors: ['CODE_REFUSED', 'TOO_MANY_ATTEMPTS'],
    response: recoveryCodes,
    bodyLimit: 8192,
  }),
  disableTwoFactor: defineEndpoint({
    id: 'accounts.disableTwoFactor',
    method: 'POST',
    path: '/api/auth/two-factor/disable',
    summary: 'Switch the own second factor off, with password and code',
    access: { signedIn: true },
    audit: { command: 'account.twoFactorDisabled', record: 'users' },
    data: { changes: ['twoFactor'] },
    body: bothFactorsForm,
    errors: ['CODE_REFUSED', 'CURRENT_PASSWORD_WRONG', 'FORBIDDEN', 'PASSWORD_REFUSED', 'TOO_MANY_ATTEMPTS'],
    response: done,
    bodyLimit: 8192,
  }),
  renewRecoveryCodes: defineEndpoint({
    id: 'accounts.renewRecoveryCodes',
    method: 'POST',
    path: '/api/auth/two-factor/recovery-codes',
    summary: 'Ten new recovery codes in place of the old ones, with password and code',
    access: { signedIn: true },
    audit: { command: 'account.recoveryCodesRenewed', record: 'users' },
    data: { changes: ['twoFactor'] },
    body: bothFactorsForm,
    errors: ['CODE_REFUSED', 'TOO_MANY_ATTEMPTS'],
    response: recoveryCodes,
    bodyLimit: 8192,
  }),
  giveSecondFactor: defineEndpoint({
    id: 'accounts.giveSecondFactor',
    method: 'POST',
    path: '/api/session/second-factor',
    summary: 'Give the second factor that is required and that the provider of this session did not ask for',
    access: { signedIn: true, whileTwoFactorIsMissing: true },
    audit: { command: 'account.secondFactorGiven', record: 'users' },
    data: { none: 'the session is fetched again' },
    body: secondFactorForm,
    errors: ['CODE_REFUSED', 'CONFLICT', 'PASSKEY_CHALLENGE', 'TOO_MANY_ATTEMPTS'],
    response: done,
    bodyLimit: 32_768,
  }),
  sessions: defineEndpoint({
    id: 'accounts.sessions',
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'The own sessions that live, this one first',
    access: { signedIn: true },
    audit: { none: 'own data' },
    data: { shows: ['sessions'] },
    response: z.object({ sessions: z.array(sessionView) }).meta({ id: 'OwnSessions' }),
  }),
  endSession: defineEndpoint({
    id: 'accounts.endSession',
    method: 'DELETE',
    path: '/api/auth/sessions/:sessionId',
    summary: 'End one of the own sessions',
    access: { signedIn: true },
    audit: { command: 'account.sessionRevoked', record: 'users' },
    data: { changes: ['sessions'] },
    params: z.object({ sessionId: z.string().regex(/^[0-9a-f]{64}$/) }),
    response: done,
  }),
  endOtherSessions: defineEndpoint({
    id: 'accounts.endOtherSessions',
    method: 'POST',
    path: '/api/auth/sessions/end-others',
    summary: 'Sign out everywhere else: end all own sessions but this one',
    access: { signedIn: true },
    audit: { command: 'account.signedOutEverywhere', record: 'users' },
    data: { changes: ['sessions'] },
    response: z.object({ ended: z.int() }).meta({ id: 'EndedSessions' }),
  }),
  resetTwoFactor: defineEndpoint({
    id: 'accounts.resetTwoFactor',
    method: 'POST',
    path: '/api/users/:userId/reset-two-factor',
    summary:
      'Take the second factor of another person away, who has lost it; all sessions of the person end, and a mail tells',
    access: { permission: 'passwords.manage' },
    stepUp: true,
    audit: { command: 'account.twoFactorReset', record: 'users' },
    data: { changes: ['people', 'signing'] },
    params: z.object({ userId }),
    body: optionalReasonBody,
    errors: ['REASON_REQUIRED'],
    response: done,
  }),
};
