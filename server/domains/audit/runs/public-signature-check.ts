import type { Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { certificateFaults } from '#server/domains/certificates/index.ts';
import {
  publicSignatureFault,
  readPublicSignatures,
  signaturesUnder,
  textOfSignature,
  type SignedRecordType,
} from '#server/domains/signatures/index.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import type { Findings } from '../verify/findings.ts';

/** Checks the public-key signatures of records, a page of them at a time. */
export interface PublicSignatureCheck {
  /** For completions with their certificates. */
  completions(recordIds: readonly number[]): Promise<void>;
  /** For the signatures under records of a type. */
  signatures(type: SignedRecordType, recordIds: readonly number[]): Promise<void>;
}

/**
 * Checks that every completion, certificate and signature has the public-key signature that fits it (AUD-02, SIG-04). Give it
 * only records that are valid themselves, so that one change gives one finding. While older records are still being signed, a
 * missing signature is not a finding.
 */
export async function publicSignatureCheck(
  keys: KeySource,
  tx: Transaction<DB>,
  findings: Findings,
): Promise<PublicSignatureCheck> {
  const installation = await tx.selectFrom('installation').select('recordsSignedAt').executeTakeFirst();
  const allSigned = installation !== undefined && installation.recordsSignedAt !== null;
  return {
    completions: async (recordIds) => {
      for (const fault of await certificateFaults(keys, tx, recordIds)) {
        if (fault.isMissing && !allSigned) continue;
        const name =
          fault.certificateId === null
            ? `training_records ${String(fault.recordId)}`
            : `certificates ${String(fault.certificateId)}`;
        findings.add('signature_invalid', name, fault.detail);
      }
    },
    signatures: async (type, recordIds) => {
      const made = [...(await signaturesUnder(tx, type, recordIds)).values()].flat();
      const kept = await readPublicSignatures(
        tx,
        'signatures',
        made.map(({ id }) => id),
      );
      for (const signature of made) {
        const stored = kept.get(signature.id);
        if (!stored && !allSigned) continue;
        const detail = publicSignatureFault(keys, textOfSignature(signature), stored);
        if (detail !== null) findings.add('signature_invalid', `signatures ${String(signature.id)}`, detail);
      }
    },
  };
}
