import type { Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';

/** Returns whether a temporary password still counts. */
export async function hasCredential(db: Kysely<DB>, credentialId: number): Promise<boolean> {
  const standing = await db
    .selectFrom('temporaryCredentials')
    .select('id')
    .where('id', '=', credentialId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return standing !== undefined;
}

/** Returns whether a person has a link of an invitation that was not used. */
export async function hasInvitation(db: Kysely<DB>, userId: string): Promise<boolean> {
  const link = await db
    .selectFrom('oneTimeTokens')
    .select('userId')
    .where('userId', '=', userId)
    .where('kind', '=', 'invitation')
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return link !== undefined;
}

/** Returns the stored settings of a person, without their defaults. */
export async function storedSettings(db: Kysely<DB>, userId: string) {
  const row = await db
    .selectFrom('users')
    .select(['settings', 'requirePasswordChange'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { ...row, settings: row.settings as Readonly<Record<string, unknown>> };
}
