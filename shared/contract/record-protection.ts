import { z } from 'zod';
import { bodyId, instant, recordId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { copyKinds, copyStates } from '#shared/domain/integrity/copies.ts';

/** The current sealing of the trail of this installation (AUD-02). */
const recordProtection = z
  .object({
    /** The time of the first seal; null before it. */
    firstSealedAt: instant.nullable(),
    newestSeal: z
      .object({
        number: z.int(),
        sealedAt: instant,
        /** SHA-256 of the seal's text, in hexadecimal digits. */
        head: z.string(),
        /** Fingerprint of the public key that checks it. */
        keyId: z.string(),
      })
      .nullable(),
    /** SHA-256 of the verifier that this installation offers, in hexadecimal digits. */
    verifierHash: z.string(),
    /** Events that no seal covers yet; null for readers who do not see every organization (INS-01). */
    unsealedEvents: z.int().nullable(),
    /** Places outside the installation that get the newest seal, without their addresses. */
    copies: z.array(
      z.object({
        kind: z.enum(copyKinds),
        state: z.enum(copyStates),
        sentNumber: z.int().nullable(),
        sentAt: instant.nullable(),
      }),
    ),
  })
  .meta({ id: 'RecordProtection' });

/** The contents and actions of the page 'How these records are protected' (AUD-02, INS-01). */
export const recordProtectionContract = {
  get: defineEndpoint({
    id: 'recordProtection.get',
    method: 'GET',
    path: '/api/record-protection',
    summary: 'The newest seal of the audit trail, and where copies of it are stored',
    access: { permission: 'audit.view' },
    audit: { none: 'how far sealing is' },
    data: { shows: ['integrity'] },
    response: recordProtection,
  }),
  bundle: defineEndpoint({
    id: 'recordProtection.bundle',
    method: 'POST',
    path: '/api/record-protection/bundle',
    summary:
      'Requests the audit trail as a ZIP for an offline check, whole or of one organization; inspectors get that of their inspection. It is prepared with the other exports',
    access: { permission: 'audit.bundle' },
    audit: { command: 'export.requested' },
    data: { changes: ['exports'] },
    body: z.strictObject({
      /** Only the events of this organization; without it, of all that the caller reaches. */
      organizationId: bodyId.optional(),
    }),
    response: recordId,
    status: 201,
  }),
};
