import type { Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { DownloadProof } from '#server/platform/files/file-answer.ts';

/** Returns the proof that a person has downloaded a version whose pages cannot be counted, before it is signed (HR-03, HR-04). */
export function downloadProof(db: Kysely<DB>, userId: string, versionId: number): DownloadProof {
  return {
    isRecorded: async () => {
      const stored = await db
        .selectFrom('hrDocumentDownloads')
        .select('versionId')
        .where('versionId', '=', versionId)
        .where('userId', '=', userId)
        .executeTakeFirst();
      return stored !== undefined;
    },
    record: async () => {
      await db
        .insertInto('hrDocumentDownloads')
        .values({ versionId, userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
  };
}
