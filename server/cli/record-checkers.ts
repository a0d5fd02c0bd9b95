import { sql } from 'kysely';
import { signatureReasonTexts } from '#shared/contract/signatures.ts';
import { recordFaults, type RecordFault } from '#server/domains/assignments/index.ts';
import { readRows, type FindingKind, type RecordChecker } from '#server/domains/audit/index.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';

/** How many records are judged at once. */
const page = 1000;

/**
 * SIG-04 in `verify` (AUD-02): every completion and signature is made anew as on the screens, MAC included, and whatever
 * shows as not valid there is named here with the same reason. A row that came in by a proper command, which the trail
 * believes, is found too. Stored bytes of files are checked by `verify` on its own.
 */
function recordValidityChecker(config: KeySource): RecordChecker {
  return {
    name: 'record validity',
    check: async (tx, findings) => {
      const judge = async (ids: readonly number[]): Promise<void> => {
        const faults = await recordFaults(config, tx, ids);
        for (const id of ids) {
          // A changed record is a fault of its signature and of itself: one finding.
          const named = new Map((faults.get(id) ?? []).map((fault) => [nameOf(id, fault), fault] as const));
          for (const [name, fault] of named)
            findings.add(kindOf(fault), name, signatureReasonTexts[fault.reasonCode]);
        }
      };
      let ids: number[] = [];
      for await (const { id } of readRows(
        tx,
        sql<{ id: number }>`select id from training_records order by id`,
      )) {
        ids.push(id);
        if (ids.length === page) {
          await judge(ids);
          ids = [];
        }
      }
      await judge(ids);
    },
  };
}

const kindOf = ({ reasonCode }: RecordFault): FindingKind =>
  reasonCode === 'record_changed' || reasonCode === 'content_changed'
    ? 'record_changed'
    : 'signature_invalid';

/** A signature is named where only it is at fault; else its record. */
const nameOf = (recordId: number, fault: RecordFault): string =>
  fault.signatureId === null || kindOf(fault) === 'record_changed'
    ? `training_records ${String(recordId)}`
    : `signatures ${String(fault.signatureId)}`;

/** What `verify` checks besides the trail (AUD-02, SIG-04), with the keys of the installation; each area adds its own. */
export function recordCheckers(config: KeySource): readonly RecordChecker[] {
  return [recordValidityChecker(config)];
}
