import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { currentUser } from '#shared/contract/current-user.ts';
import { done, instant, requiredLine } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { passkeyAnswer, passkeyAttestation } from '#shared/contract/passkey-answers.ts';

const passkeyName = requiredLine(60, because('name_needed'));

/** A new passkey: the answer of the browser, and the name that its person chose (AUTH-19). */
export const passkeyForm = z
  .strictObject({ name: passkeyName, response: passkeyAttestation })
  .meta({ id: 'PasskeyForm' });

/** Another name for a passkey (AUTH-19). */
export const passkeyNameForm = z.strictObject({ name: passkeyName }).meta({ id: 'PasskeyNameForm' });

/** The argument of `navigator.credentials`, in the JSON form of WebAuthn. */
const browserOptions = z
  .object({ options: z.record(z.string(), z.unknown()) })
  .meta({ id: 'PasskeyOptions' });

const passkeyView = z
  .object({
    id: z.int(),
    name: z.string(),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
    /** A copy is in the account of its provider, so that it survives the loss of a device. */
    backedUp: z.boolean(),
  })
  .meta({ id: 'Passkey' });

const own = { signedIn: true, whileTwoFactorIsMissing: 'to set up' } as const;
const onePasskey = z.object({ passkeyId: z.coerce.number().int().positive().max(2_147_483_647) });

/** Passkeys: signing in with one, and a person's passkeys in Settings → Security (AUTH-19). */
export const passkeysContract = {
  signInOptions: defineEndpoint({
    id: 'passkeys.signInOptions',
    method: 'POST',
    path: '/api/auth/login/passkey/options',
    summary: 'What the browser needs to sign somebody in by a passkey: a challenge for five minutes',
    access: { public: true },
    audit: { none: 'a random number; signing in with it is recorded' },
    data: { none: 'a random number' },
    errors: ['TOO_MANY_ATTEMPTS'],
    response: browserOptions,
    bodyLimit: 8192,
  }),
  signIn: defineEndpoint({
    id: 'passkeys.signIn',
    method: 'POST',
    path: '/api/auth/login/passkey',
    summary: 'Sign in with a passkey, without a password',
    access: { public: true },
    audit: { command: 'account.signedIn' },
    data: { none: 'starts a session' },
    body: z.strictObject({ response: passkeyAnswer }).meta({ id: 'PasskeySignIn' }),
    errors: ['PASSKEY_REFUSED', 'TOO_MANY_ATTEMPTS'],
    response: currentUser,
    bodyLimit: 32_768,
  }),
  list: defineEndpoint({
    id: 'passkeys.list',
    method: 'GET',
    path: '/api/auth/passkeys',
    summary: 'The passkeys of the signed-in person',
    access: own,
    audit: { none: 'own data' },
    data: { shows: ['passkeys'] },
    response: z
      .object({
        passkeys: z.array(passkeyView),
        /** False if the address of the installation allows none, or the person signs in elsewhere. */
        canAdd: z.boolean(),
      })
      .meta({ id: 'OwnPasskeys' }),
  }),
  registerOptions: defineEndpoint({
    id: 'passkeys.registerOptions',
    method: 'POST',
    path: '/api/auth/passkeys/options',
    summary: 'What the browser needs to create a passkey: a challenge for five minutes',
    access: own,
    stepUp: true,
    audit: { none: 'a random number; the passkey is recorded when it is added' },
    data: { none: 'a random number' },
    errors: ['CONFLICT', 'TEMPORARY_PASSWORD'],
    response: browserOptions,
  }),
  register: defineEndpoint({
    id: 'passkeys.register',
    method: 'POST',
    path: '/api/auth/passkeys',
    summary: 'Add a passkey; answers ten recovery codes, this once, if it is the first second factor',
    access: own,
    stepUp: true,
    audit: { command: 'account.passkeyAdded', record: 'users' },
    data: { changes: ['passkeys'] },
    body: passkeyForm,
    errors: ['CODE_REFUSED', 'CONFLICT', 'DUPLICATE', 'TEMPORARY_PASSWORD'],
    response: z
      .object({ id: z.int(), recoveryCodes: z.array(z.string()).nullable() })
      .meta({ id: 'AddedPasskey' }),
    bodyLimit: 65_536,
  }),
  rename: defineEndpoint({
    id: 'passkeys.rename',
    method: 'PATCH',
    path: '/api/auth/passkeys/:passkeyId',
    summary: 'Rename one of your passkeys',
    access: { signedIn: true },
    audit: { command: 'account.passkeyRenamed', record: 'passkeys' },
    data: { changes: ['passkeys'] },
    params: onePasskey,
    body: passkeyNameForm,
    response: done,
  }),
  revoke: defineEndpoint({
    id: 'passkeys.revoke',
    method: 'DELETE',
    path: '/api/auth/passkeys/:passkeyId',
    summary: 'Revoke one of your passkeys: it opens nothing from now on',
    access: { signedIn: true },
    stepUp: true,
    audit: { command: 'account.passkeyRevoked', record: 'passkeys' },
    data: { changes: ['passkeys'] },
    params: onePasskey,
    response: done,
  }),
};
