import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { actsFor } from '../agreements.queries.ts';
import { nullIfEmpty, type RegistrationTerms } from '../registrations.store.ts';

/** Adds a registration of an organization of the reach (HR-01); returns its id. */
export async function createRegistration(
  tx: CommandTransaction,
  reach: Reach,
  { organizationId, ...terms }: RegistrationTerms & { readonly organizationId: number },
): Promise<number> {
  if (!actsFor(reach, organizationId)) throw new AppError('NOT_FOUND');
  const { rows } = await sql`select 1 from organizations where id = ${organizationId}`.execute(tx.db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  const { id } = await tx.db
    .insertInto('hrRegistrations')
    .values({
      ...terms,
      address: nullIfEmpty(terms.address),
      contactName: nullIfEmpty(terms.contactName),
      contactPhone: nullIfEmpty(terms.contactPhone),
      organizationId,
      createdBy: tx.actorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
