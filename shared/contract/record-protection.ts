import { z } from 'zod';
import { instant, recordId } from '#shared/contract/common.ts';
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
    /** Events that no seal covers yet. */
    unsealedEvents: z.int(),
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
      'Requests the whole audit trail as a ZIP for an offline check; it is prepared with the other exports',
    access: { permission: 'audit.bundle' },
    audit: { command: 'export.requested' },
    data: { changes: ['exports'] },
    response: recordId,
    status: 201,
  }),
};
