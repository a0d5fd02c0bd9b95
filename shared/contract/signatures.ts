import { z } from 'zod';
import { instant, line, signatureIntent } from '#shared/contract/common.ts';
import { passkeyProof } from '#shared/contract/passkey-answers.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { languages } from '#shared/domain/people/settings.ts';
import type { SignatureFault } from '#shared/domain/signatures/signature.ts';
import { meaningCodes } from '#shared/domain/signatures/statements.ts';

/** Why a signature shows as not valid: a fault of the record, a key that this installation does not have or no longer used, or no signature at all (SIG-04). */
export type SignatureReasonCode = SignatureFault | 'unknown_key' | 'retired_key' | 'missing';

/** The sentence of each reason, on screens, PDF, CSV and certificate; also the key of its translation (SIG-04). */
export const signatureReasonTexts: Readonly<Record<SignatureReasonCode, string>> = {
  moved: 'The signature was made for another record.',
  record_changed: 'The record was changed after it was signed.',
  content_changed: 'The content is not the one that was signed.',
  signature_changed: 'The signature itself was changed.',
  unknown_key: 'The signature was made with a key that this installation does not have.',
  retired_key: 'The signature was made with a key that was no longer in use at that time.',
  missing: 'The signature of this record is missing.',
};

/** What a completion's signature comes to when it is recomputed: it holds, it does not, or nobody signed and nobody had to (SIG-04). */
export const signatureStates = ['valid', 'not_valid', 'not_signed'] as const;

/** One of {@link signatureStates}. */
export type SignatureState = (typeof signatureStates)[number];

const signatureFields = z
  .strictObject({
    password: z.string().min(1, 'Password is required').max(1000).optional(),
    /** In place of the password: what GET /api/login/confirm was called with (SIG-01). */
    confirmation: signatureIntent.optional(),
    /** In place of the password: a passkey, whose challenge is bound to exactly this request (AUTH-19). */
    passkey: passkeyProof.optional(),
    /** The text of the statement as it was shown to the signer, in one of its languages (SIG-05). */
    meaning: line(200).trim().min(1, 'The meaning of the signature is missing'),
    /** Code of the authenticator, where one is enrolled. */
    code: line(40).trim().min(1).optional(),
  })
  .meta({ id: 'SignatureFields' });
/** In how many ways a signer proves who signs. */
const waysOf = ({ password, confirmation, passkey }: z.output<typeof signatureFields>): number =>
  [password, confirmation, passkey].filter((way) => way !== undefined).length;

/**
 * What signs (SIG-01, SIG-02): the person's own password again, a passkey, or the intent that was confirmed at the provider, and the
 * meaning as it was shown.
 */
export const signatureGiven = signatureFields
  .refine((given) => waysOf(given) > 0, { path: ['password'], message: 'Password is required' })
  .refine((given) => waysOf(given) < 2, {
    path: ['confirmation'],
    message: 'Send one of password, passkey and confirmation',
  });

/** What a call takes that needs nothing but a signature. */
export const signatureBody = z.strictObject({ signature: signatureGiven }).meta({ id: 'SignatureBody' });

/** The code of the statement that something is signed with (SIG-05); GET /api/signatures/statements has its words. */
export const statementCode = z.enum(meaningCodes).meta({ id: 'StatementCode' });

/** What a signature shows of itself (SIG-03): who signed, when, in which zone, and its meaning in words. */
export const signatureManifest = z
  .object({ printedName: z.string(), signedAt: instant, timeZone: z.string(), meaning: z.string() })
  .meta({ id: 'SignatureManifest' });

/** A signature that was checked when it was read: whether it still holds, and if not, why (SIG-04). */
export const checkedSignature = signatureManifest
  .extend({ valid: z.boolean(), reason: z.string().nullable() })
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
    body: z.strictObject({ accepted: z.literal(true, 'Accept the agreement to continue') }),
    response: z
      .object({ accepted: z.literal(true), version: z.int(), acceptedAt: instant })
      .meta({ id: 'SignatureAgreementAccepted' }),
  }),
};
