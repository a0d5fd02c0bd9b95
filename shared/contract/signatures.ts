import { z } from 'zod';
import { instant, line, signatureIntent } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import type { SignatureFault } from '#shared/domain/signatures/signature.ts';

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
    /** The text that was shown to the signer. */
    meaning: line(200).trim().min(1, 'The meaning of the signature is missing'),
    /** Code of the authenticator, where one is enrolled. */
    code: line(40).trim().min(1).optional(),
  })
  .meta({ id: 'SignatureFields' });
/**
 * What signs (SIG-01, SIG-02): the person's own password again, or the intent that was confirmed at the provider, and the
 * meaning as it was shown.
 */
export const signatureGiven = signatureFields
  .refine(({ password, confirmation }) => password !== undefined || confirmation !== undefined, {
    path: ['password'],
    message: 'Password is required',
  })
  .refine(({ password, confirmation }) => password === undefined || confirmation === undefined, {
    path: ['confirmation'],
    message: 'Send the password or the confirmation, not both',
  });

/** Electronic signatures (SIG-01 … SIG-04). */
export const signaturesContract = {
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
