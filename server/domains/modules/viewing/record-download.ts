import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { assignedVersionSql } from '#server/domains/modules/visibility.ts';

/** Records that a person fetches a file of their open assignments, where a completion needs it (VIEW-04). */
export async function recordDownload(db: Kysely<DB>, userId: string, fileId: number): Promise<void> {
  await sql`
    insert into content_downloads (assignment_id, file_id)
    select a.id, mvf.file_id
    from training_assignments a join training_modules m on m.id = a.module_id
    join module_version_files mvf on mvf.version_id = ${assignedVersionSql} and mvf.file_id = ${fileId}
    where a.user_id = ${userId} and a.status in ('not_started', 'in_progress')
    group by a.id, mvf.file_id
    on conflict do nothing
  `.execute(db);
}
