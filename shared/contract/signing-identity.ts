import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { done, instant, reason, requiredLine, userId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { signatureGiven, signatureManifest, statementCode } from '#shared/contract/signatures.ts';
import {
  closureCauses,
  confirmerRefusals,
  signingOpenings,
  signingWays,
} from '#shared/domain/signatures/signing-identity.ts';

/** The reasons why a person cannot sign, and the ways to prove their identity: in the answer SIGNING_CLOSED (SIG-05). */
export const closedSigning = z.object({
  causes: z.array(z.enum(closureCauses)),
  /** The ways that are open to this person, the easiest first. */
  ways: z.array(z.enum(signingWays)),
  /** The mailbox that a link would go to, as far as its owner recognizes it. */
  mailbox: z.string().nullable(),
});

const closure = z
  .object({
    id: z.int(),
    cause: z.enum(closureCauses),
    causedAt: instant,
    /** Null if unknown. */
    causedByName: z.string().nullable(),
    openedAt: instant.nullable(),
    /** The way in which the person proved their identity; `new_account`: a first password closed nothing. */
    opening: z.enum(signingOpenings).nullable(),
    /** Who confirmed the identity, and why. */
    confirmedByName: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'SigningClosure' });

/** The input for confirming a person's identity (SIG-05). */
export const confirmationFields = {
  /** The code that is shown to the person. */
  shownCode: requiredLine(20, because('code_needed')),
  reason,
};

const oneUser = z.strictObject({ userId });
const confirmers = { permission: 'people.identity' } as const;

/** The calls for signing with an account after somebody else has changed it (SIG-05). */
export const signingIdentityContract = {
  sendLink: defineEndpoint({
    id: 'signing.sendLink',
    method: 'POST',
    path: '/api/auth/signing/link',
    summary:
      'Mail oneself a link to the address as it was before administrators changed it: the password chosen by it opens signing',
    access: { signedIn: true },
    audit: { command: 'signing.linkSent', record: 'users' },
    data: { changes: ['signing'] },
    errors: ['CONFLICT', 'TOO_MANY_ATTEMPTS'],
    response: done,
  }),
  request: defineEndpoint({
    id: 'signing.request',
    method: 'POST',
    path: '/api/auth/signing/request',
    summary: 'Request that somebody else confirms who one is; answers the code to tell that person',
    access: { signedIn: true },
    audit: { command: 'signing.confirmationRequested', record: 'users' },
    data: { changes: ['signing'] },
    errors: ['CONFLICT', 'TEMPORARY_PASSWORD', 'TOO_MANY_ATTEMPTS'],
    response: z.object({ code: z.string(), expiresAt: instant }).meta({ id: 'SigningRequest' }),
  }),
  ofPerson: defineEndpoint({
    id: 'signing.ofPerson',
    method: 'GET',
    path: '/api/users/:userId/signing',
    summary: 'Whether a person can sign, and everything that has closed and opened signing, the newest first',
    access: confirmers,
    audit: { none: 'what others did to the account, which the trail has' },
    data: { shows: ['signing'] },
    params: oneUser,
    response: z
      .object({
        open: z.boolean(),
        closures: z.array(closure),
        /** The reason why the caller cannot confirm the person's identity; null if they can, or if no confirmation is needed. */
        refusal: z.enum(confirmerRefusals).nullable(),
        /** The statement with which a confirmation is signed (SIG-05); null: nothing to sign. */
        statement: statementCode.nullable(),
      })
      .meta({ id: 'SigningState' }),
  }),
  confirm: defineEndpoint({
    id: 'signing.confirm',
    method: 'POST',
    path: '/api/users/:userId/signing/confirm',
    summary:
      'Confirm who a person is, with the code shown to them, a reason and the own signature: the person can sign again',
    access: confirmers,
    audit: { command: 'signing.confirmed', record: 'users' },
    data: { changes: ['signing'] },
    params: oneUser,
    body: z.strictObject({ ...confirmationFields, signature: signatureGiven }),
    errors: [
      'CLOCK_WRONG',
      'CONFLICT',
      'SIGNATURE_AGREEMENT_REQUIRED',
      'PASSKEY_CHALLENGE',
      'SIGNATURE_REFUSED',
      'SIGNING_CLOSED',
      'TEMPORARY_PASSWORD',
      'TOO_MANY_ATTEMPTS',
    ],
    response: signatureManifest,
  }),
};
