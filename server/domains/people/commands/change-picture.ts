import { sql } from 'kysely';
import { pictureUrl } from '#shared/domain/people/picture.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { registerFile } from '#server/platform/files/file-records.ts';
import { releaseFile } from '#server/platform/files/release-file.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { lockPerson } from '#server/domains/people/people.store.ts';

/** Replaces a person's picture with an uploaded one (USR-02). */
export async function setPicture(tx: CommandTransaction, userId: string, file: AcceptedFile): Promise<void> {
  await lockPerson(tx, userId);
  const former = await pictureOf(tx, userId);
  const fileId = await registerFile(tx, file);
  if (fileId === former) return;
  await sql`
    insert into user_pictures (user_id, file_id) values (${userId}, ${fileId})
    on conflict (user_id) do update set file_id = excluded.file_id, uploaded_at = app_now()
  `.execute(tx.db);
  await setUrl(tx, userId, pictureUrl(userId, file.sha256));
  if (former !== null) await releaseFile(tx, former);
}

/** Removes a person's picture, its stored bytes too (USR-02, USR-08); does nothing if there is none. */
export async function removePicture(tx: CommandTransaction, userId: string): Promise<void> {
  const former = await pictureOf(tx, userId);
  if (former === null) return;
  await tx.db.deleteFrom('userPictures').where('userId', '=', userId).execute();
  await setUrl(tx, userId, null);
  await releaseFile(tx, former);
}

async function pictureOf(tx: CommandTransaction, userId: string): Promise<number | null> {
  const row = await tx.db
    .selectFrom('userPictures')
    .select('fileId')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row?.fileId ?? null;
}

async function setUrl(tx: CommandTransaction, userId: string, url: string | null): Promise<void> {
  await tx.db.updateTable('users').set({ profileImageUrl: url }).where('id', '=', userId).execute();
}
