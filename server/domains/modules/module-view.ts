import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { moduleFile } from '#shared/contract/module-schemas.ts';
import type { ConversionFailure } from '#shared/domain/modules/conversion.ts';
import { formatFileSize } from '#shared/domain/modules/file-size.ts';
import type { DB } from '#server/db/db.d.ts';
import { contentAnswers } from '#server/domains/modules/content-facts.ts';
import { familyCodeSql } from '#server/domains/modules/families.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';

/** A file in the form of the API. */
export type ModuleFileView = z.input<typeof moduleFile>;

/** A module with the displayed version, in the form of the queries. */
export interface ModuleRow {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly reference: string | null;
  readonly contentType: string;
  readonly trainingCategory: string | null;
  readonly categoryId: number | null;
  readonly family: string;
  readonly setFamily: string | null;
  readonly duration: number;
  readonly passingScore: number | null;
  readonly isActive: boolean;
  readonly contentCreator: string | null;
  readonly completionPolicy: string;
  readonly quizQuestions: number;
  readonly organizationId: number | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly retiredAt: Date | null;
  readonly revision: number;
  readonly versionId: number | null;
  readonly versionNumber: number | null;
  readonly draftNumber: number | null;
  readonly content: string | null;
  readonly link: string | null;
  readonly contentHash: string | null;
  readonly effectiveFrom: Date | null;
}

/**
 * Columns of {@link ModuleRow} for `training_modules m left join module_versions v left join module_categories cat`.
 *
 * @param drafts whether the reader may know of drafts (AUTH-13)
 * @param family SQL of the family's code; lists have read the families before
 */
export const moduleColumns = (
  drafts: boolean,
  family: RawBuilder<string> = familyCodeSql,
): RawBuilder<unknown> => sql`m.id, m.title, m.description, m.reference, m.content_type,
  cat.name as training_category, m.category_id, ${family} as family, m.family as set_family, m.duration,
  m.passing_score, m.is_active, m.content_creator, m.completion_policy,
  coalesce((select quiz.question_count from quizzes quiz where quiz.module_id = m.id), 0) as quiz_questions, m.organization_id, m.created_by, m.created_at,
  m.updated_at, m.retired_at, m.revision, v.id as version_id, v.number as version_number, v.content,
  v.content_url as link, v.content_hash, v.effective_from,
  ${drafts ? sql`(select max(d.number) from module_versions d where d.module_id = m.id and d.status = 'draft')` : sql`null::integer`} as draft_number`;

/** Returns the url of a stored file by its name (SPEC §7). */
export function fileUrl(name: string): string {
  return `/api/files/${encodeURIComponent(name)}`;
}

/** The columns of a query about the conversion of a file. */
interface ConversionRow {
  readonly conversionState: 'pending' | 'converted' | 'failed' | null;
  readonly conversionReason: ConversionFailure | null;
  readonly pdfPages: number | null;
}

function conversionOf(
  name: string,
  { conversionState: state, conversionReason: reason, pdfPages: pages }: ConversionRow,
): ModuleFileView['conversion'] {
  if (state === 'converted' && pages !== null) return { state, url: `${fileUrl(name)}?pdf=true`, pages };
  if (state === 'failed' && reason !== null) return { state, reason };
  return state === 'pending' ? { state } : null;
}

/** Returns the files of versions in their order. */
export async function filesOfVersions(
  db: Kysely<DB>,
  versionIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ModuleFileView[]>> {
  if (versionIds.length === 0) return new Map();
  // Five tables for a page of files: planning costs more than their rows.
  const rows = await queryPrepared(
    db,
    'module-files',
    sql<Omit<ModuleFileView, 'url' | 'conversion'> & ConversionRow & { versionId: number }>`
    select mvf.version_id, mvf.name, mvf.original_name, f.size, f.mime as content_type, f.sha256, f.pages, f.is_blank,
      f.duration_seconds, f.package, mvf.uploaded_at, made.state as conversion_state, made.reason as conversion_reason,
      pdf.pages as pdf_pages,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as uploaded_by
    from module_version_files mvf
    join files f on f.id = mvf.file_id
    left join users u on u.id = mvf.uploaded_by
    left join file_conversions made on made.file_id = f.id
    left join files pdf on pdf.id = made.pdf_id
    where mvf.version_id = any(${[...versionIds]}::int[])
    order by mvf.version_id, mvf.position`,
  );
  return Map.groupBy(
    rows.map(({ conversionState, conversionReason, pdfPages, ...row }) => ({
      ...row,
      url: fileUrl(row.name),
      conversion: conversionOf(row.name, { conversionState, conversionReason, pdfPages }),
    })),
    (row) => row.versionId,
  );
}

/** Returns the card of a module: what everybody who sees it at all sees. */
export function cardOf(row: ModuleRow, files: readonly ModuleFileView[]) {
  const answers = contentAnswers({
    contentType: row.contentType,
    content: row.content,
    link: row.link,
    fileUrl: files[0]?.url ?? null,
    totalSize: sizeOf(files),
  });
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    reference: row.reference,
    contentType: row.contentType,
    trainingCategory: row.trainingCategory,
    categoryId: row.categoryId,
    family: row.family,
    duration: row.duration,
    passingScore: row.passingScore,
    isActive: row.isActive,
    hasContent: answers.hasContent,
    // A quiz alone can be started too (VIEW-06); the badge follows its own rule.
    canStart: answers.canStart || row.quizQuestions > 0,
  };
}

/** Returns everything of a module with the files of the version that is shown (SPEC §3). */
export function fullOf(row: ModuleRow, files: readonly ModuleFileView[]) {
  return {
    ...cardOf(row, files),
    content: row.content,
    contentUrl: files[0]?.url ?? row.link,
    link: row.link,
    fileSizeFormatted: files.length > 0 ? formatFileSize(sizeOf(files)) : null,
    files: [...files],
    contentCreator: row.contentCreator,
    completionPolicy: row.completionPolicy,
    quizQuestions: row.quizQuestions,
    setFamily: row.setFamily,
    organizationId: row.organizationId,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    retiredAt: row.retiredAt,
    versionId: row.versionId,
    versionNumber: row.versionNumber,
    draftNumber: row.draftNumber,
    contentHash: row.contentHash,
    effectiveFrom: row.effectiveFrom,
    revision: row.revision,
  };
}

function sizeOf(files: readonly ModuleFileView[]): number {
  return files.reduce((total, file) => total + file.size, 0);
}
