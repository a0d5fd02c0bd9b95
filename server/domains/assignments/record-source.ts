import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import type { completionSource } from '#shared/contract/completion-source.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { fileColumns, toFileToOpen, type FileRow } from '#server/platform/files/file-records.ts';
import type { ServedFile } from '#server/platform/files/file-answer.ts';

/** The source in which a completion was recorded before (USR-09). */
export type RecordSource = z.input<typeof completionSource>;

/** SQL of the source of a completion `r`; null of one that was not recorded from a source. */
export const recordSourceJson = sql<RecordSource | null>`case when r.import_id is not null then (
  select json_build_object('name', r.source, 'fileName', i.file_name, 'fileSha256', i.file_sha256,
    'certificateSha256', (select f.sha256 from files f where f.id = r.source_file_id))
  from people_imports i where i.id = r.import_id) end`;

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

/** Returns the certificate that the source of a completion issued, for everyone who sees the completion; NOT_FOUND. */
export async function findSourceFile(db: Kysely<DB>, userId: string, recordId: number): Promise<ServedFile> {
  const { rows } = await sql<FileRow & { mime: string }>`
    select ${fileColumns}, f.mime from training_records r
    join files f on f.id = r.source_file_id left join file_checks c on c.file_id = f.id
    where r.id = ${recordId} and r.user_id = ${userId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return {
    ...toFileToOpen(row),
    mime: row.mime,
    downloadName: `certificate-${String(recordId)}.${endings[row.mime] ?? 'bin'}`,
    disposition: 'attachment',
    isPrivate: true,
    facts: { subjectId: userId, recordId },
  };
}
