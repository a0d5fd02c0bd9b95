import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { Findings } from './findings.ts';
import { readRows } from './trail.ts';

/**
 * A check that an area adds to `verify`: it reads in the one snapshot of the run and adds what it finds. The composition
 * (server/cli/record-checkers.ts) lists them.
 */
export interface RecordChecker {
  readonly name: string;
  check(tx: Transaction<DB>, findings: Findings): Promise<void>;
}

/** SIG-01, SIG-04: a signature belongs to the record and the content whose hashes it has, and a completion to its bytes. */
export const signatureBindingChecker: RecordChecker = {
  name: 'signature binding',
  check: async (tx, findings) => {
    const signatures = readRows(
      tx,
      sql<{ id: number; record: boolean; content: boolean }>`
        select s.id, s.record_hash = r.record_hash as record, coalesce(s.content_hash = r.version_hash, true) as content
        from signatures s join training_records r on r.id = s.training_record_id
        where s.record_hash <> r.record_hash or s.content_hash <> r.version_hash order by s.id`,
    );
    for await (const { id, record } of signatures) {
      const what = record ? 'the content version' : 'the record';
      findings.add(
        'signature_invalid',
        `signatures ${String(id)}`,
        `it was not made for ${what} at which it stands`,
      );
    }
    const records = readRows(
      tx,
      sql<{ id: number }>`
        select id from training_records where record_hash <> encode(sha256(convert_to(record_bytes, 'UTF8')), 'hex') order by id`,
    );
    for await (const { id } of records) {
      findings.add('record_changed', `training_records ${String(id)}`, 'its hash is not that of its bytes');
    }
  },
};
