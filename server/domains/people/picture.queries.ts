import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { ServedFile } from '#server/platform/files/file-answer.ts';
import { fileColumns, toFileToOpen, type FileRow } from '#server/platform/files/file-records.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/**
 * Returns a person's picture, for readers who may see the person and for the person's reports, whose manager's card shows it
 * (USR-02, AUTH-13). Foreign, missing and without a picture all throw NOT_FOUND.
 */
export async function findPicture(
  db: Kysely<DB>,
  reach: Reach,
  viewerId: string,
  userId: string,
): Promise<ServedFile> {
  const seen = withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`);
  const rows = await queryPrepared(
    db,
    'people.picture',
    sql<FileRow & { mime: string }>`
    select ${fileColumns}, f.mime
    from user_pictures p
    join users u on u.id = p.user_id
    join files f on f.id = p.file_id
    left join file_checks c on c.file_id = f.id
    where u.id = ${userId}
      and (${seen} or exists (select 1 from users viewer where viewer.id = ${viewerId} and viewer.manager_id = u.id))
  `,
  );
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  const name = `picture.${row.mime === 'image/jpeg' ? 'jpg' : row.mime.replace('image/', '')}`;
  return {
    ...toFileToOpen(row),
    mime: row.mime,
    downloadName: name,
    disposition: 'inline',
    unrecorded: true,
  };
}
