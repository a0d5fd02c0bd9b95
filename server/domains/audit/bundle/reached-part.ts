import type { Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';

/** Requires an organization within the reach of who requests its bundle (AUD-02); NOT_FOUND otherwise, so that nobody learns whether it exists. */
export async function requireReached(db: Kysely<DB>, reach: Reach, organizationId: number): Promise<void> {
  const found = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  if (!found || !(reach.all || reach.organizationIds.includes(organizationId)))
    throw new AppError('NOT_FOUND');
}
