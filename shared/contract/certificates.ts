import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { certificateStates } from '#shared/domain/certificates/validity.ts';
import { givenDate, instant, line, pageFields, sortBy, userId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { paperFields } from '#shared/contract/paper-fields.ts';
import { completionSignature } from '#shared/contract/assignment-schemas.ts';
import { revocationReasons } from '#shared/reasons/findings.ts';
import { signatureReasonValues } from '#shared/domain/signatures/signature-reasons.ts';

/** The current validity of a certificate (LRN-05, SIG-04). */
const certificateStatus = z.enum(certificateStates);

/** Everything that is printed on the paper, and no more (LRN-05). */
const printed = {
  number: z.string(),
  status: certificateStatus,
  /** The reason why it is revoked or not valid; null for a valid or expired one. */
  reason: z.string().nullable(),
  /** The same as a code; null if a person withdrew the training, whose words are in `reason`. */
  reasonCode: z
    .enum([...signatureReasonValues, ...revocationReasons])
    .meta({ id: 'CertificateReason' })
    .nullable(),
  name: z.string(),
  moduleTitle: z.string(),
  moduleReference: z.string().nullable(),
  versionNumber: z.number(),
  /** Percent. */
  score: z.number().nullable(),
  completedAt: instant,
  /** IANA zone in which the paper shows the time. */
  timeZone: z.string(),
  /** The time at which an administrator recorded a training of the past; null for completions at their own time. */
  recordedAt: instant.nullable(),
  /** The last day on which it is valid; null if it never expires. */
  expiresOn: givenDate.nullable(),
  /** Whether the record has a signature; self-attested and recorded ones have none. */
  signed: z.boolean(),
  meaning: z.string().nullable(),
  signedAt: instant.nullable(),
  /** Fingerprint of the key with which the installation signed the certificate; null while it is not signed yet. */
  signingKey: z.string().nullable(),
};

/** A certificate in a list, for its owner or an administrator (LRN-04). */
const certificateItem = z
  .object({
    ...printed,
    id: z.number(),
    assignmentId: z.number(),
    userId: z.string(),
    moduleId: z.number(),
    issuedAt: instant,
    /** Days until its last day in the zone of the paper, negative once that is over; null if it never expires. */
    expiresInDays: z.number().nullable(),
    /** Path of the PDF. */
    url: z.string(),
    /** Path of the public page that the QR code points to. */
    verifyUrl: z.string(),
    signature: completionSignature.nullable(),
  })
  .meta({ id: 'CertificateItem' });

/** Certificates of completed trainings (LRN-04, LRN-05). */
export const certificatesContract = {
  list: defineEndpoint({
    id: 'certificates.list',
    method: 'GET',
    path: '/api/certificates',
    summary: 'Own certificates; those of another person within reach by `userId`',
    access: { permission: 'people.view' },
    audit: { access: 'training_file.read' },
    data: { shows: ['certificates'] },
    query: z.strictObject({
      ...pageFields,
      sort: sortBy(['completedAt', 'moduleTitle', 'number', 'expiresOn']),
      userId: userId.optional(),
    }),
    errors: ['NOT_FOUND'],
    response: z.array(certificateItem),
    list: true,
  }),
  pdf: defineEndpoint({
    id: 'certificates.pdf',
    method: 'GET',
    path: '/api/certificates/:number/pdf',
    summary: 'The certificate as PDF, in the language of the person (LRN-05)',
    access: { permission: 'people.view' },
    audit: { access: 'certificate.opened' },
    data: { none: 'a download' },
    params: z.strictObject({ number: line(40).regex(/^[A-Z0-9-]+$/, because('not_certificate_number')) }),
    query: z.strictObject(paperFields),
    errors: ['TIMEOUT'],
    response: z.unknown(),
    raw: 'application/pdf',
  }),
  verify: defineEndpoint({
    id: 'certificates.verify',
    method: 'GET',
    path: '/api/verify/:code',
    summary: 'Whether a certificate is genuine, by the code on the paper; says no more than the paper',
    access: { public: true },
    audit: { none: 'says only what the holder of the paper reads on it' },
    data: { shows: ['certificates'] },
    params: z.strictObject({ code: line(64).regex(/^[\w-]{20,64}$/, because('not_code')) }),
    response: z.object(printed).meta({ id: 'VerifiedCertificate' }),
  }),
};
