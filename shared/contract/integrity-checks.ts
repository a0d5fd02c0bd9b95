import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { flag, instant, pageFields, pathId, reason, recordId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import {
  checkedSignature,
  signatureGiven,
  signatureManifest,
  statementCode,
} from '#shared/contract/signatures.ts';
import { copyKinds, copyStates } from '#shared/domain/integrity/copies.ts';
import { checkKinds, checkStates } from '#shared/domain/integrity/checks.ts';

const overseers = { permission: 'audit.view' } as const;
const administrators = { permission: 'operations.manage' } as const;

/** The signed conclusion about findings, recomputed (SIG-04). */
const acknowledgement = z
  .object({
    id: z.int(),
    reason: z.string(),
    findings: z.int(),
    /** Null if the signature is missing. */
    signature: checkedSignature.nullable(),
  })
  .meta({ id: 'FindingsAcknowledgement' });

/** An integrity check: its time, its reason and its result (AUD-04). */
const integrityCheck = z
  .object({
    id: z.int(),
    kind: z.enum(checkKinds),
    withFiles: z.boolean(),
    state: z.enum(checkStates),
    requestedBy: z.string().nullable(),
    createdAt: instant,
    beganAt: instant.nullable(),
    endedAt: instant.nullable(),
    /** Null until it has ended. */
    clean: z.boolean().nullable(),
    findings: z.int(),
    /** Findings without a signature. */
    openFindings: z.int(),
    /** Null for readers who do not see every organization, since it counts the whole installation (INS-01). */
    checked: z
      .object({ events: z.int(), seals: z.int(), anchors: z.int(), records: z.int(), files: z.int() })
      .nullable(),
    /** The approximate progress in percent; null while it is pending and once it is over. */
    progress: z.int().nullable(),
    acknowledgements: z.array(acknowledgement),
  })
  .meta({ id: 'IntegrityCheck' });

/** One difference from the stored state. */
const integrityFinding = z
  .object({
    id: z.int(),
    kind: z.string(),
    /** The kind of thing, for example `training_records`, `event`, `file`. */
    objectType: z.string(),
    /** The kind with the id; for readers who do not see every organization, of what they do not reach the kind alone (INS-01). */
    object: z.string(),
    /** Its name for people, if the reader may see it. */
    name: z.string().nullable(),
    /** The technical detail; only for who sees every organization. */
    detail: z.string().nullable(),
    signed: z.boolean(),
  })
  .meta({ id: 'IntegrityFinding' });

/** A place outside the installation that gets the newest seal (AUD-02). */
const sealCopy = z
  .object({
    kind: z.enum(copyKinds),
    place: z.string(),
    state: z.enum(copyStates),
    /** The seal that was sent last; null for none. */
    sentNumber: z.int().nullable(),
    sentAt: instant.nullable(),
    /** The error of the last attempt; null if it succeeded. */
    error: z.string().nullable(),
  })
  .meta({ id: 'SealCopy' });

/** The checks of the trail, the records and the files, and the actions taken on their findings (AUD-04, OPS-10). */
export const integrityChecksContract = {
  list: defineEndpoint({
    id: 'integrityChecks.list',
    method: 'GET',
    path: '/api/integrity-checks',
    summary: 'Integrity checks, the newest first, with what was signed about their findings',
    access: overseers,
    audit: { none: 'when the records were checked' },
    data: { shows: ['integrity'] },
    query: z.strictObject({ limit: pageFields.limit, offset: pageFields.offset }),
    list: true,
    compressed: true,
    response: z.array(integrityCheck),
  }),
  findings: defineEndpoint({
    id: 'integrityChecks.findings',
    method: 'GET',
    path: '/api/integrity-checks/findings',
    summary: 'Findings of one check, or those of all checks that nobody has signed for, each once',
    access: overseers,
    audit: {
      none: 'which records are not as they were stored',
      inspected: { action: 'inspection.checksViewed', record: 'integrity_checks' },
    },
    data: { shows: ['integrity'] },
    query: z.strictObject({
      limit: pageFields.limit,
      offset: pageFields.offset,
      run: pathId.optional(),
      open: flag.optional(),
    }),
    list: true,
    compressed: true,
    response: z.array(integrityFinding),
  }),
  standing: defineEndpoint({
    id: 'integrityChecks.standing',
    method: 'GET',
    path: '/api/integrity-checks/standing',
    summary: 'How many findings no administrator has signed for, and the hash that a signature names',
    access: administrators,
    audit: { none: 'a number' },
    data: { shows: ['integrity'] },
    response: z
      .object({
        openFindings: z.int(),
        findingsHash: z.string(),
        /** The statement with which the findings are signed (SIG-05); null: nothing to sign. */
        statement: statementCode.nullable(),
      })
      .meta({ id: 'IntegrityStanding' }),
  }),
  copies: defineEndpoint({
    id: 'integrityChecks.copies',
    method: 'GET',
    path: '/api/integrity-checks/copies',
    summary: 'Places outside the installation that get the newest seal, and how far each is',
    access: administrators,
    audit: { none: 'how far copies of the seals are' },
    data: { shows: ['integrity'] },
    response: z.array(sealCopy),
  }),
  start: defineEndpoint({
    id: 'integrityChecks.start',
    method: 'POST',
    path: '/api/integrity-checks',
    summary: 'Start an integrity check now, with or without reading the stored files',
    access: administrators,
    audit: { command: 'integrity.requested' },
    data: { changes: ['integrity'] },
    body: z.strictObject({ withFiles: z.boolean() }),
    errors: ['ILLEGAL_STEP'],
    response: recordId,
    status: 201,
  }),
  cancel: defineEndpoint({
    id: 'integrityChecks.cancel',
    method: 'POST',
    path: '/api/integrity-checks/:id/cancel',
    summary: 'Cancel an integrity check that is pending or running',
    access: administrators,
    audit: { command: 'integrity.cancelled', record: 'verify_runs' },
    data: { changes: ['integrity'] },
    params: z.strictObject({ id: pathId }),
    errors: ['ILLEGAL_STEP'],
    response: recordId,
  }),
  sign: defineEndpoint({
    id: 'integrityChecks.sign',
    method: 'POST',
    path: '/api/integrity-checks/sign',
    summary: 'Sign what was done about exactly the findings that nobody has signed for',
    access: administrators,
    audit: { command: 'integrity.signed' },
    data: { changes: ['integrity'] },
    body: z.strictObject({
      findingsHash: z.string().regex(/^[0-9a-f]{64}$/, because('not_findings_hash')),
      reason,
      signature: signatureGiven,
    }),
    errors: [
      'CLOCK_WRONG',
      'SIGNATURE_AGREEMENT_REQUIRED',
      'PASSKEY_CHALLENGE',
      'SIGNATURE_REFUSED',
      'SIGNING_CLOSED',
      'STALE',
      'TEMPORARY_PASSWORD',
      'TOO_MANY_ATTEMPTS',
    ],
    response: signatureManifest,
  }),
};
