import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { DownloadProof } from '#server/platform/files/file-answer.ts';
import { assignedVersionSql } from '#server/domains/modules/visibility.ts';

/** Returns SQL of the open assignments of a person in whose version the file is. */
const openAssignments = (userId: string, fileId: number) => sql`
  select distinct a.id as assignment_id, mvf.file_id
  from training_assignments a join training_modules m on m.id = a.module_id
  join module_version_files mvf on mvf.version_id = ${assignedVersionSql} and mvf.file_id = ${fileId}
  where a.user_id = ${userId} and a.status in ('not_started', 'in_progress')`;

/** Records that a person has downloaded a file of their open assignments, where a completion requires it (VIEW-04). */
export async function recordDownload(db: Kysely<DB>, userId: string, fileId: number): Promise<void> {
  await sql`
    insert into content_downloads (assignment_id, file_id) ${openAssignments(userId, fileId)} on conflict do nothing
  `.execute(db);
}

/** Returns the proof of downloads of a file that is only downloaded, for the open assignments of its reader (VIEW-04). */
export function downloadProof(db: Kysely<DB>, userId: string, fileId: number): DownloadProof {
  return {
    isRecorded: async () => {
      const { rows } = await sql`
        select 1 from (${openAssignments(userId, fileId)}) a
        where not exists (select 1 from content_downloads d where d.assignment_id = a.assignment_id and d.file_id = a.file_id)
        limit 1
      `.execute(db);
      return rows.length === 0;
    },
    record: () => recordDownload(db, userId, fileId),
  };
}
