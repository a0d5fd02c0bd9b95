import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isActivePerson } from '#server/platform/access/active-person.ts';
import { AppError } from '#shared/contract/errors.ts';
import {
  noReach,
  resolveReach,
  type AccessSubject,
  type Permission,
  type Reach,
} from '#shared/domain/access/permissions.ts';
import { isPreviewable } from '#shared/domain/modules/uploads.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import { holdsHr } from '#server/platform/access/running-grant.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import type { ServedFile } from '#server/platform/files/file-answer.ts';
import { fileColumns, toFileToOpen, type FileRow } from '#server/platform/files/file-records.ts';
import { officeTypes } from '#server/platform/files/office/office-types.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/** A version of a document with its file, in the form of the API (HR-02…04). */
export interface VersionView {
  readonly id: number;
  readonly documentId: number;
  readonly number: number;
  readonly file: {
    readonly name: string;
    readonly url: string;
    readonly size: number;
    readonly contentType: string;
    readonly sha256: string;
    readonly converted: 'pending' | 'converted' | 'failed' | 'not_planned' | null;
  };
  readonly note: string | null;
  readonly effectiveOn: string | null;
  readonly reviewOn: string | null;
  readonly validUntil: string | null;
  readonly signedAt: Date | null;
  readonly uploadedAt: Date;
  readonly uploadedBy: string | null;
}

/** A version in the form of {@link versionColumns}. */
export interface VersionRow {
  readonly id: number;
  readonly documentId: number;
  readonly number: number;
  readonly originalName: string;
  readonly size: number;
  readonly mime: string;
  readonly sha256: string;
  readonly state: 'pending' | 'converted' | 'failed' | null;
  readonly note: string | null;
  readonly effectiveOn: string | null;
  readonly reviewOn: string | null;
  readonly validUntil: string | null;
  readonly signedAt: Date | null;
  readonly uploadedAt: Date;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Returns the address of the file of a version. */
export const fileUrl = (versionId: number): string => `/api/hr/files/${String(versionId)}`;

/** Columns of {@link VersionRow} over a version `v` and {@link versionJoins}. */
export const versionColumns = sql`v.id, v.document_id, v.number, v.original_name, f.size, f.mime, f.sha256, made.state, v.note,
  v.effective_on, v.review_on, v.valid_until, v.signed_at, v.uploaded_at, u.first_name, u.last_name`;

/** The joins for the display of a version `v`. */
export const versionJoins = sql`join files f on f.id = v.file_id
  left join file_conversions made on made.file_id = f.id
  left join users u on u.id = v.uploaded_by`;

/** Versions that a condition on `v` picks, the newest first. */
export async function readVersions(
  db: Kysely<DB>,
  condition: RawBuilder<unknown>,
): Promise<readonly VersionView[]> {
  const rows = await queryPrepared(
    db,
    'hr.versions',
    sql<VersionRow>`
    select ${versionColumns} from hr_document_versions v ${versionJoins}
    where ${condition} order by v.document_id, v.number desc
  `,
  );
  return rows.map(toVersionView);
}

/** Returns a version in the form of the API. */
export function toVersionView(row: VersionRow): VersionView {
  const { id, documentId, number, originalName, size, mime, sha256, state, firstName, lastName } = row;
  const { note, effectiveOn, reviewOn, validUntil, signedAt, uploadedAt } = row;
  return {
    id,
    documentId,
    number,
    file: {
      name: originalName,
      url: fileUrl(id),
      size,
      contentType: mime,
      sha256,
      converted: officeTypes.has(mime) ? (state ?? 'not_planned') : null,
    },
    note,
    effectiveOn,
    reviewOn,
    validUntil,
    signedAt,
    uploadedAt,
    uploadedBy: fullName({ firstName, lastName }) || null,
  };
}

/** Whether the owner of an organization document `d` still belongs to it: as a member, an administrator or hr of its organization (HR-04). */
export const ownerBelongs = sql<boolean>`exists (select 1 from users w where w.id = d.owner_id and ${isActivePerson('w')}
  and (w.organization_id = d.organization_id or w.role = 'admin'
    or ${holdsHr(sql`w.id`, sql`d.organization_id`)}))`;

/**
 * SQL condition: is the person responsible for an organization document `d`, of which `v` is the effective version (HR-04)? The
 * person must be its owner, and must belong to the organization, be an administrator, or have the grant `hr` for it. Nobody has
 * to review archived documents.
 */
export const isResponsibleFor = (userId: string): RawBuilder<boolean> => sql<boolean>`(d.kind = 'organization'
  and d.owner_id = ${userId} and d.archived_at is null and v.id = d.current_version_id and ${ownerBelongs})`;

/** The joins that {@link mayOpen} needs in addition to a version `v`. */
export const openJoins = sql`join hr_documents d on d.id = v.document_id
  left join hr_agreements a on a.id = d.agreement_id
  left join users p on p.id = d.person_id`;

/** A reach of documents with the organizations of which an inspection includes CVs, agreements or their own documents (INS-01). */
export interface DocumentReach extends Reach {
  readonly cvsOf?: readonly number[] | undefined;
  readonly agreementsOf?: readonly number[] | undefined;
  readonly documentsOf?: readonly number[] | undefined;
}

/** Returns the reach of documents of a person whose inspections may include some (INS-01). */
export function documentReach(subject: AccessSubject, reach: Reach): DocumentReach {
  const of = (permission: Permission) => resolveReach(subject, permission)?.organizationIds;
  return {
    ...reach,
    cvsOf: of('hr.cvs'),
    agreementsOf: of('hr.agreements'),
    documentsOf: of('hr.organizationDocuments'),
  };
}

/**
 * SQL condition: may the person open a document (HR-05)? It is over `d` with its agreement `a` and the owner `p` of a CV. These
 * people may: HR of the organization and administrators; the owner of a CV; the party of an agreement once it was sent; people
 * who must read this version `v`; the owner of the document.
 */
export function mayOpen(reach: DocumentReach): RawBuilder<boolean> {
  const nobody = sql<string>`null::text`;
  const organization = sql<number | null>`coalesce(d.organization_id, p.organization_id)`;
  const inspected = (kind: 'cv' | 'agreement' | 'organization', organizations: readonly number[] = []) =>
    sql`(d.kind = ${sql.lit(kind)} and ${withinReach({ ...noReach, organizationIds: organizations }, nobody, organization)})`;
  const area = sql<boolean>`(${withinReach(reach, nobody, organization)}
    or ${inspected('cv', reach.cvsOf)} or ${inspected('organization', reach.documentsOf)}
    or (${inspected('agreement', reach.agreementsOf)} and a.status <> 'draft'))`;
  if (reach.self === null) return area;
  return sql<boolean>`(${area} or d.person_id = ${reach.self}
    or (a.party_user_id = ${reach.self} and a.sent_at is not null and a.status <> 'draft' and v.id = d.current_version_id)
    or exists (select 1 from hr_acknowledgements k
      where k.version_id = v.id and k.user_id = ${reach.self} and k.withdrawn_at is null)
    or ${isResponsibleFor(reach.self)})`;
}

/**
 * Returns the stored file of a version, and whether its pages are counted, if the caller may open it (HR-05); foreign and missing
 * both throw NOT_FOUND.
 */
export async function findDocumentFile(
  db: Kysely<DB>,
  reach: DocumentReach,
  versionId: number,
  {
    download = false,
    pdf = false,
  }: { readonly download?: boolean | undefined; readonly pdf?: boolean | undefined },
): Promise<ServedFile & { readonly isCounted: boolean }> {
  const rows = await queryPrepared(
    db,
    'hr.file',
    sql<
      FileRow & {
        mime: string;
        isCounted: boolean;
        originalName: string;
        kind: string;
        documentId: number;
        number: number;
        subjectId: string | null;
        organizationId: number | null;
      }
    >`
    select ${fileColumns}, f.mime, f.pages is not null as is_counted, v.original_name, d.kind, d.id as document_id, v.number,
      coalesce(d.person_id, a.party_user_id) as subject_id, coalesce(d.organization_id, p.organization_id) as organization_id
    from hr_document_versions v ${openJoins}
    join files f on f.id = ${pdf ? sql`(select made.pdf_id from file_conversions made where made.file_id = v.file_id)` : sql`v.file_id`}
    left join file_checks c on c.file_id = f.id
    where v.id = ${versionId} and ${mayOpen(reach)}
  `,
  );
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  const downloadName = pdf ? `${row.originalName.replace(/\.[a-z0-9]{1,8}$/i, '')}.pdf` : row.originalName;
  return {
    ...toFileToOpen(row),
    mime: row.mime,
    isCounted: row.isCounted,
    downloadName,
    disposition: download || !isPreviewable(downloadName) ? 'attachment' : 'inline',
    isPrivate: true,
    facts: {
      document: row.documentId,
      kind: row.kind,
      version: row.number,
      ...(row.subjectId === null ? {} : { subjectId: row.subjectId }),
      ...(row.organizationId === null ? {} : { organizationId: row.organizationId }),
    },
  };
}
