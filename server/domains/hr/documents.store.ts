import { sql, type Kysely } from 'kysely';
import { CV_VALID_MONTHS } from '#shared/domain/hr/cvs.ts';
import type { DocumentCategory, DocumentKind } from '#shared/domain/hr/documents.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { registerFile } from '#server/platform/files/file-records.ts';
import { planConversions } from '#server/platform/files/office/convert-jobs.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';

/** A document to be made (HR-01…04); what does not belong to its kind is left out. */
export interface NewDocument {
  readonly kind: DocumentKind;
  readonly organizationId?: number;
  readonly personId?: string;
  readonly agreementId?: number;
  readonly registrationId?: number;
  readonly title?: string;
  readonly category?: DocumentCategory;
  readonly ownerId?: string | null;
}

/** The facts of a version in addition to its file. */
export interface VersionFacts {
  readonly note?: string | null | undefined;
  readonly effectiveOn?: string | null | undefined;
  readonly reviewOn?: string | null | undefined;
}

/** Creates a document without a version yet; returns its id. */
export async function insertDocument(tx: CommandTransaction, document: NewDocument): Promise<number> {
  const { id } = await tx.db
    .insertInto('hrDocuments')
    .values({ ...document, createdBy: tx.actorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Adds a version to a document (HR-02…04): the file gets its row, the version the next number, and an office file is planned
 * for conversion. Nothing of a former version changes. Two uploads at once get two numbers.
 */
export async function addVersion(
  tx: CommandTransaction,
  documentId: number,
  file: AcceptedFile,
  facts: VersionFacts = {},
): Promise<{ readonly id: number; readonly number: number }> {
  const fileId = await registerFile(tx, file);
  await sql`select 1 from hr_documents where id = ${documentId} for update`.execute(tx.db);
  const version = await tx.db
    .insertInto('hrDocumentVersions')
    .values({
      documentId,
      number: sql<number>`(select coalesce(max(v.number), 0) + 1 from hr_document_versions v where v.document_id = ${documentId})`,
      fileId,
      originalName: file.originalName,
      note: facts.note || null,
      effectiveOn: facts.effectiveOn ?? null,
      reviewOn: facts.reviewOn ?? null,
      uploadedBy: tx.actorId,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
  await tx.db
    .updateTable('hrDocuments')
    .set({ currentVersionId: version.id })
    .where('id', '=', documentId)
    .execute();
  await planConversions(tx, [{ id: fileId, mime: file.type.mime }]);
  return version;
}

const cvSettingKey = 'hr.cv';

/** Returns the number of months for which a signed CV is valid in this installation (HR-02). */
export async function readValidMonths(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ months: number | null }>`
    select (value ->> 'validMonths')::int as months from settings where key = ${cvSettingKey}
  `.execute(db);
  return rows[0]?.months ?? CV_VALID_MONTHS;
}

/** Changes how long CVs are valid that are signed from now on (HR-02); what is signed keeps its day. */
export async function setValidMonths(tx: CommandTransaction, validMonths: number): Promise<void> {
  const value = JSON.stringify({ validMonths });
  await sql`
    insert into settings (key, value, updated_by) values (${cvSettingKey}, ${value}::jsonb, ${tx.actorId})
    on conflict (key) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = app_now()
    where settings.value <> excluded.value
  `.execute(tx.db);
}
