/** A completion to be signed, without the ways of assignments: for tests of signatures themselves. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { SignedStatement } from '#server/domains/signatures/index.ts';
import type { Services } from '#server/platform/services.ts';
import { asFixture } from './world.ts';

const contentHash = sha256Hex('the content');

/** The bytes of such a record: in these tests they only have to differ from record to record. */
export const recordBytesOf = (recordId: number): string => `the record ${String(recordId)}`;

/** What is signed of such a record. */
export function statementOf(recordId: number): SignedStatement {
  return {
    recordType: 'training_records',
    recordId,
    recordBytes: recordBytesOf(recordId),
    contentHash,
    meaning: 'I have read and understood this training and will follow it in my work.',
    meaningCode: 'read_and_understood',
  };
}

/** Makes a module, its version, a finished assignment and its record; answers the record's id. */
export async function insertSignableRecord(services: Services, userId: string): Promise<number> {
  return asFixture(services, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with module as (
        insert into training_modules (title, description, content_type)
        values (${`Module ${randomBytes(4).toString('hex')}`}, 'About it', 'text') returning id, title
      ), version as (
        insert into module_versions (module_id, number, status, content_hash, published_at, effective_from)
        select id, 1, 'published', ${contentHash}, app_now(), app_now() from module returning id, module_id
      ), assignment as (
        insert into training_assignments (user_id, module_id, module_version_id, status, progress, completed_at)
        select ${userId}, module_id, id, 'completed', 100, app_now() from version returning id
      )
      insert into training_records (assignment_id, cycle, user_id, module_id, module_version_id, module_title,
        version_number, version_hash, completion_policy, completed_at, record_bytes, record_hash)
      select assignment.id, 1, ${userId}, module.id, version.id, module.title, 1, ${contentHash}, 'signed', app_now(),
        'bytes', encode(sha256('bytes'), 'hex')
      from module, version, assignment returning id`.execute(tx.db);
    const [row] = rows;
    if (!row) throw new Error('no record was made');
    return row.id;
  });
}
