import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { DocumentCategory } from '#shared/domain/hr/documents.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { actsFor } from '../agreements.queries.ts';
import { addVersion, insertDocument, type VersionFacts } from '../documents.store.ts';
import { checkOwner } from '../organization-documents.store.ts';

/** Adds an organization document with its first version (HR-04); returns its id. */
export async function createDocument(
  tx: CommandTransaction,
  reach: Reach,
  given: {
    readonly organizationId: number;
    readonly title: string;
    readonly category: DocumentCategory;
    readonly ownerId?: string | undefined;
  } & VersionFacts,
  file: AcceptedFile,
): Promise<number> {
  const { organizationId, title, category, ownerId } = given;
  if (!actsFor(reach, organizationId)) throw new AppError('NOT_FOUND');
  const { rows } = await sql`select 1 from organizations where id = ${organizationId}`.execute(tx.db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  if (ownerId !== undefined) await checkOwner(tx, organizationId, ownerId);
  const id = await insertDocument(tx, {
    kind: 'organization',
    organizationId,
    title,
    category,
    ownerId: ownerId ?? tx.actorId,
  });
  await addVersion(tx, id, file, given);
  return id;
}
