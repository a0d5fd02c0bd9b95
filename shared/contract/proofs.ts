import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { instant, line, pathId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

/** A public key of the installation, with the hand-over from the key before it (SIG-04, OPS-09). */
const publicKey = z
  .object({
    /** For comparison by people: 32 hexadecimal digits of the SHA-256 of the key. */
    fingerprint: z.string(),
    /** Ed25519, SubjectPublicKeyInfo in base64. */
    publicKey: z.string(),
    /** The start of its use; null if the installation has not recorded it yet. */
    begunAt: instant.nullable(),
    /** The time of the rotation that ended it; null for the current key. */
    retiredAt: instant.nullable(),
    /** The statement that it follows the key before it, and the signatures of both; null for the first key. */
    handOver: z.object({ statement: z.string(), given: z.string(), taken: z.string() }).nullable(),
  })
  .meta({ id: 'InstallationPublicKey' });

const errors = ['PROOF_REFUSED', 'PROOF_PENDING'] as const;

/** Files with which anybody can check a record offline, and the public keys for this (SIG-04, LRN-05). */
export const proofsContract = {
  completion: defineEndpoint({
    id: 'proofs.completion',
    method: 'GET',
    path: '/api/training-assignments/:id/proof',
    summary:
      'Proof file of a completion with its signature and certificate, for checking it offline (SIG-04)',
    access: { permission: 'people.view' },
    audit: { access: 'proof.downloaded' },
    data: { none: 'a download' },
    params: z.strictObject({ id: pathId }),
    raw: 'application/json',
    errors,
    response: z.unknown(),
  }),
  certificate: defineEndpoint({
    id: 'proofs.certificate',
    method: 'GET',
    path: '/api/verify/:code/proof',
    summary:
      'Proof file of a certificate, by the code on the paper; says no more than the paper (LRN-05, SIG-04)',
    access: { public: true },
    audit: { none: 'says only what the holder of the paper reads on it' },
    data: { none: 'a download' },
    params: z.strictObject({ code: line(64).regex(/^[\w-]{20,64}$/, because('not_code')) }),
    raw: 'application/json',
    errors,
    response: z.unknown(),
  }),
  agreement: defineEndpoint({
    id: 'proofs.agreement',
    method: 'GET',
    path: '/api/hr/agreements/:id/proof',
    summary: 'Proof file of the signatures under an agreement (HR-03, SIG-04)',
    access: { permission: 'hr.agreements' },
    audit: { access: 'proof.downloaded' },
    data: { none: 'a download' },
    params: z.strictObject({ id: pathId }),
    raw: 'application/json',
    errors,
    response: z.unknown(),
  }),
  cv: defineEndpoint({
    id: 'proofs.cv',
    method: 'GET',
    path: '/api/hr/files/:versionId/proof',
    summary: 'Proof file of the signature under a version of a CV (HR-02, SIG-04)',
    access: { permission: 'hr.cvs' },
    audit: { access: 'proof.downloaded' },
    data: { none: 'a download' },
    params: z.strictObject({ versionId: pathId }),
    raw: 'application/json',
    errors,
    response: z.unknown(),
  }),
  acknowledgement: defineEndpoint({
    id: 'proofs.acknowledgement',
    method: 'GET',
    path: '/api/hr/acknowledgements/:id/proof',
    summary: 'Proof file of the signature by which a person acknowledged a document (HR-04, SIG-04)',
    access: { permission: 'hr.documents' },
    audit: { access: 'proof.downloaded' },
    data: { none: 'a download' },
    params: z.strictObject({ id: pathId }),
    raw: 'application/json',
    errors,
    response: z.unknown(),
  }),
  findings: defineEndpoint({
    id: 'proofs.findings',
    method: 'GET',
    path: '/api/integrity-checks/acknowledgements/:id/proof',
    summary:
      'Proof file of the signature under what was done about findings of integrity checks (AUD-04, SIG-04)',
    access: { permission: 'audit.view' },
    audit: { access: 'proof.downloaded' },
    data: { none: 'a download' },
    params: z.strictObject({ id: pathId }),
    raw: 'application/json',
    errors,
    response: z.unknown(),
  }),
  keys: defineEndpoint({
    id: 'proofs.keys',
    method: 'GET',
    path: '/api/public-keys',
    summary:
      'The public keys of this installation, the newest first: what its proof files are checked with (SIG-04)',
    access: { public: true },
    audit: { none: 'tells nothing of any record' },
    data: { none: 'keys of the installation' },
    response: z.array(publicKey),
  }),
  verifier: defineEndpoint({
    id: 'proofs.verifier',
    method: 'GET',
    path: '/api/public-keys/verifier',
    summary:
      'The program that checks proof files and exported trails offline: one file for Node.js (SIG-04, AUD-02)',
    access: { public: true },
    audit: { none: 'tells nothing of any record' },
    data: { none: 'a download' },
    raw: 'text/javascript',
    response: z.undefined(),
  }),
};
