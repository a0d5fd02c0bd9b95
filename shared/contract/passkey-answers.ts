import { z } from 'zod';

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);

const common = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.looseObject({}),
};

/** The answer of a browser that has used a passkey (WebAuthn, AuthenticationResponseJSON). */
export const passkeyAnswer = z
  .object({
    ...common,
    response: z.object({
      clientDataJSON: base64url(8000),
      authenticatorData: base64url(4000),
      signature: base64url(8000),
      userHandle: base64url(100).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' });

/** The answer of a browser that has created a passkey (WebAuthn, RegistrationResponseJSON). */
export const passkeyAttestation = z
  .object({
    ...common,
    response: z.object({
      clientDataJSON: base64url(8000),
      attestationObject: base64url(40_000),
      transports: z.array(z.string().max(20)).max(10).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' });

/**
 * A passkey as proof of identity (AUTH-19): first `challenge`, which is answered by PASSKEY_CHALLENGE with the `options` for the
 * browser, then the same call again with the browser's answer.
 */
export const passkeyProof = z.union([z.literal('challenge'), passkeyAnswer]).meta({ id: 'PasskeyProof' });

/** The answer of a browser that has used a passkey. */
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;
/** The answer of a browser that has created a passkey. */
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;
/** A passkey as proof of identity. */
export type PasskeyProofInput = z.output<typeof passkeyProof>;
