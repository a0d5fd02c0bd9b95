import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { moduleCreateBody } from '#shared/contract/module-schemas.ts';
import type { modulesContract } from '#shared/contract/modules.ts';
import { AppError } from '#shared/contract/errors.ts';
import { familyForChoice, type BulkCategoryChoice } from '#shared/domain/modules/bulk-category.ts';
import { quickCreateInfo } from '#shared/domain/modules/quick-create.ts';
import { sql, type RawBuilder } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { createModule, type NewModule } from '#server/domains/modules/commands/create-module.ts';
import { loadContent } from '#server/domains/modules/commands/load-content.ts';
import { fileUrl } from '#server/domains/modules/module-view.ts';
import { acceptedOf, type ReceivedFile } from '#server/domains/modules/receive-uploads.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';

/** How the files of a bulk upload become content (MOD-05). */
export interface BulkChoice {
  readonly category: BulkCategoryChoice;
  readonly trainingCategory?: string | undefined;
  /** Attach all files to this module. */
  readonly moduleId?: number | undefined;
  /** How content for a module with assignments is published: effective at once, or as a draft for later. */
  readonly publish?: 'now' | 'draft' | undefined;
}

type Answer = ResponseInput<typeof modulesContract.bulkUpload>;

/**
 * Creates one module per file, or attaches all files to one (MOD-05). Bad files are named, and good ones are stored. Throws
 * FILE_REFUSED if none is good.
 */
export async function bulkUpload(
  tx: CommandTransaction,
  files: readonly ReceivedFile[],
  choice: BulkChoice,
): Promise<Answer> {
  const accepted = acceptedOf(files);
  const failedFiles = files.flatMap(({ originalName, outcome }) =>
    'refused' in outcome ? [{ originalName, code: outcome.refused.code, said: outcome.refused.said }] : [],
  );
  if (accepted.length === 0) {
    const errors = failedFiles.map(({ said }) => ({ path: 'files', ...said }));
    const onlyPackages = failedFiles.every(({ code }) => code === 'PACKAGE_NOT_PLAYED');
    throw new AppError(onlyPackages ? 'PACKAGE_NOT_PLAYED' : 'FILE_REFUSED', { errors });
  }
  const named = failedFiles.map(({ originalName, code, said }) => ({
    originalName,
    code,
    reason: said.reason,
    params: said.params ?? {},
    message: sentenceOf(said),
  }));
  const hashes = accepted.map(({ sha256 }) => sha256);
  if (choice.moduleId !== undefined) {
    const { versionId, isDraft } = await loadContent(tx, choice.moduleId, {
      files: accepted,
      publish: choice.publish,
    });
    const uploadedFiles = await uploadedOf(tx, sql<boolean>`v.id = ${versionId}`, hashes);
    return { uploadedFiles, failedFiles: named, draft: isDraft ? await draftOf(tx, versionId) : null };
  }
  const moduleIds: number[] = [];
  for (const file of accepted) {
    const input = await quickModule(tx, file.originalName, {
      family: familyForChoice(choice.category),
      ...(choice.trainingCategory === undefined ? {} : { trainingCategory: choice.trainingCategory }),
    });
    moduleIds.push(await createModule(tx, input, [file]));
  }
  const made = sql<boolean>`m.id = any(${moduleIds}::int[]) and v.id = m.current_version_id`;
  return { uploadedFiles: await uploadedOf(tx, made, hashes), failedFiles: named, draft: null };
}

/** Returns a new module with the values that a file's name proposes (SPEC §9, MOD-04), unless others are given. */
export async function quickModule(
  tx: CommandTransaction,
  fileName: string,
  said: Partial<NewModule>,
): Promise<NewModule> {
  const proposed = quickCreateInfo(fileName);
  const known = await tx.db
    .selectFrom('moduleCategories')
    .select('name')
    .where('name', '=', proposed.trainingCategory)
    .executeTakeFirst();
  // If a guessed category was deleted, the file is accepted anyway.
  const base = { ...proposed, title: proposed.title.slice(0, 300), trainingCategory: known?.name ?? null };
  return moduleCreateBody.parse({ ...base, ...said });
}

async function draftOf(tx: CommandTransaction, versionId: number): Promise<Answer['draft']> {
  return tx.db
    .selectFrom('moduleVersions as v')
    .innerJoin('trainingModules as m', 'm.id', 'v.moduleId')
    .select(['m.id as moduleId', 'v.id as versionId', 'm.title', 'v.changeNote'])
    .where('v.id', '=', versionId)
    .executeTakeFirstOrThrow();
}

async function uploadedOf(
  tx: CommandTransaction,
  versions: RawBuilder<boolean>,
  hashes: readonly string[],
): Promise<Answer['uploadedFiles']> {
  const { rows } = await sql<Omit<Answer['uploadedFiles'][number], 'url'>>`
    select mvf.name, mvf.original_name, f.size, f.mime as content_type, f.is_blank, m.id as module_id, m.title
    from training_modules m
    join module_versions v on v.module_id = m.id
    join module_version_files mvf on mvf.version_id = v.id
    join files f on f.id = mvf.file_id
    where ${versions} and f.sha256 = any(${[...hashes]}::text[])
    order by m.id, mvf.position
  `.execute(tx.db);
  return rows.map((row) => ({ ...row, url: fileUrl(row.name) }));
}
