import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { isPreviewable } from '#shared/domain/modules/uploads.ts';
import type { DB } from '#server/db/db.d.ts';
import type { ServedFile } from '#server/platform/files/file-answer.ts';
import { fileColumns, toFileToOpen, type FileRow } from '#server/platform/files/file-records.ts';
import { versionVisible } from '#server/domains/modules/visibility.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/**
 * Returns the stored file that a name represents, if the actor may see the version it belongs to (MOD-08, AUTH-13, D9). The name
 * is only ever looked up, never a path; `pdf` requests what an office file was converted to (MOD-09). Foreign, missing and
 * forbidden all throw NOT_FOUND.
 */
export async function findFile(
  db: Kysely<DB>,
  reach: Reach,
  reader: { readonly organizationId: number | null },
  name: string,
  {
    download = false,
    pdf = false,
  }: { readonly download?: boolean | undefined; readonly pdf?: boolean | undefined },
): Promise<ServedFile & { readonly isOnlyDownloaded: boolean }> {
  const rows = await queryPrepared(
    db,
    'modules.file',
    sql<FileRow & { mime: string; originalName: string; organizationId: number | null }>`
    select ${fileColumns}, f.mime, mvf.original_name, m.organization_id
    from module_version_files mvf
    join module_versions v on v.id = mvf.version_id
    join training_modules m on m.id = v.module_id
    join files f on f.id = ${pdf ? sql`(select made.pdf_id from file_conversions made where made.file_id = mvf.file_id)` : sql`mvf.file_id`}
    left join file_checks c on c.file_id = f.id
    where mvf.name = ${name} and ${versionVisible(reach)}
  `,
  );
  const row = rows[0];
  if (!row) throw new AppError('NOT_FOUND');
  const downloadName = pdf ? row.originalName.replace(/\.[a-z0-9]{1,8}$/i, '') + '.pdf' : row.originalName;
  return {
    ...toFileToOpen(row),
    mime: row.mime,
    downloadName,
    isOnlyDownloaded: !isPreviewable(downloadName),
    // What all organizations share concerns the one of its reader (AUD-03).
    facts: { organizationId: row.organizationId ?? reader.organizationId },
    disposition: download || !isPreviewable(downloadName) ? 'attachment' : 'inline',
  };
}
