import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { actsFor } from '../agreements.queries.ts';
import { type AgreementTerms, checkTerms } from '../agreements.store.ts';
import { insertDocument } from '../documents.store.ts';

/** Drafts an agreement of an organization of the reach (HR-03); returns its id. */
export async function createAgreement(
  tx: CommandTransaction,
  reach: Reach,
  organizationId: number,
  terms: AgreementTerms,
): Promise<number> {
  if (!actsFor(reach, organizationId)) throw new AppError('NOT_FOUND');
  const { rows } = await sql`select 1 from organizations where id = ${organizationId}`.execute(tx.db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  const checked = await checkTerms(tx, reach, terms);
  const { id } = await tx.db
    .insertInto('hrAgreements')
    .values({ ...checked, organizationId, createdBy: tx.actorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertDocument(tx, { kind: 'agreement', organizationId, agreementId: id });
  return id;
}
