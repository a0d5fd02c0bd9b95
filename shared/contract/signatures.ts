import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { enteredLine, instant, requiredLine, signatureIntent } from '#shared/contract/common.ts';
import { passkeyProof } from '#shared/contract/passkey-answers.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { languages } from '#shared/domain/people/settings.ts';
import { meaningCodes } from '#shared/domain/signatures/statements.ts';
import { signatureReasons, type SignatureReasonCode } from '#shared/domain/signatures/signature-reasons.ts';

/** The code of a fault of a signature. */
export const signatureReasonCode = z
  .enum(Object.keys(signatureReasons) as [SignatureReasonCode, ...SignatureReasonCode[]])
  .meta({ id: 'SignatureReasonCode' });

/** The result of recomputing a completion's signature: it is valid, it is not, or no signature exists and none was required (SIG-04). */
export const signatureStates = ['valid', 'not_valid', 'not_signed'] as const;

/** One of {@link signatureStates}. */
export type SignatureState = (typeof signatureStates)[number];

const signatureFields = z
  .strictObject({
    password: z.string().min(1, because('password_needed')).max(1000).optional(),
    /** In place of the password: the parameters of GET /api/login/confirm (SIG-01). */
    confirmation: signatureIntent.optional(),
    /** In place of the password: a passkey, whose challenge is bound to exactly this request (AUTH-19). */
    passkey: passkeyProof.optional(),
    /** The text of the statement that was shown to the signer, in one of its languages (SIG-05). */
    meaning: requiredLine(200, because('meaning_needed')),
    /** Code of the authenticator, if one is enrolled. */
    code: enteredLine(40).min(1).optional(),
  })
  .meta({ id: 'SignatureFields' });
/** Returns the number of ways in which a signer proves their identity. */
const waysOf = ({ password, confirmation, passkey }: z.output<typeof signatureFields>): number =>
  [password, confirmation, passkey].filter((way) => way !== undefined).length;

/**
 * The input of a signature (SIG-01, SIG-02): the person's password, a passkey, or the intent that was confirmed at the provider,
 * and the meaning that was shown.
 */
export const signatureGiven = signatureFields
  .refine((given) => waysOf(given) > 0, { path: ['password'], message: because('password_needed') })
  .refine((given) => waysOf(given) < 2, {
    path: ['confirmation'],
    message: because('one_way_to_sign'),
  });

/** The body of a call that needs only a signature. */
export const signatureBody = z.strictObject({ signature: signatureGiven }).meta({ id: 'SignatureBody' });

/** The code of the statement that something is signed with (SIG-05); GET /api/signatures/statements has its words. */
export const statementCode = z.enum(meaningCodes).meta({ id: 'StatementCode' });

/** The shown parts of a signature (SIG-03): the signer, the time, the zone, and its meaning in words. */
export const signatureManifest = z
  .object({ printedName: z.string(), signedAt: instant, timeZone: z.string(), meaning: z.string() })
  .meta({ id: 'SignatureManifest' });

/** A signature that was checked when it was read: whether it is still valid, and if not, why (SIG-04). */
export const checkedSignature = signatureManifest
  .extend({
    valid: z.boolean(),
    reason: z.string().nullable(),
    /** The same as a stable code. */
    reasonCode: signatureReasonCode.nullable(),
  })
  .meta({ id: 'CheckedSignature' });

/** Electronic signatures (SIG-01 … SIG-05). */
export const signaturesContract = {
  statements: defineEndpoint({
    id: 'signatures.statements',
    method: 'GET',
    path: '/api/signatures/statements',
    summary: 'What signatures say: every statement in each language, in the version that is signed now',
    access: { signedIn: true },
    audit: { none: 'words of the product' },
    data: { none: 'texts of the product' },
    response: z.array(
      z
        .object({ code: statementCode, version: z.int(), language: z.enum(languages), text: z.string() })
        .meta({ id: 'SignatureStatement' }),
    ),
  }),
  acceptAgreement: defineEndpoint({
    id: 'signatures.acceptAgreement',
    method: 'POST',
    path: '/api/auth/signature-agreement',
    summary:
      'Accept that the own electronic signature binds like a handwritten one; needed once before signing',
    access: { permission: 'account.own' },
    audit: { command: 'signature.agreementAccepted', record: 'users' },
    data: { none: 'the session is fetched again' },
    body: z.strictObject({ accepted: z.literal(true, because('agreement_not_accepted')) }),
    response: z
      .object({ accepted: z.literal(true), version: z.int(), acceptedAt: instant })
      .meta({ id: 'SignatureAgreementAccepted' }),
  }),
};
