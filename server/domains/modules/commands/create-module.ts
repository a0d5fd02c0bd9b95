import type { z } from 'zod';
import type { moduleCreateBody } from '#shared/contract/module-schemas.ts';
import { defaultPolicyOf } from '#shared/domain/modules/completion-policy.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { registerFile } from '#server/platform/files/file-records.ts';
import { planConversions } from '#server/platform/files/office/convert-jobs.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { categoryIdOf, insertModule, requireFits } from '#server/domains/modules/modules.store.ts';
import { publishVersion, type VersionFile } from '#server/domains/modules/versions.store.ts';

/** The fields of a new module. */
export type NewModule = z.output<typeof moduleCreateBody>;

/** Creates a module with its first version (MOD-03), with files if it comes from an upload (MOD-04, MOD-05); returns its id. */
export async function createModule(
  tx: CommandTransaction,
  input: NewModule,
  files: readonly AcceptedFile[] = [],
): Promise<number> {
  const organizationId = input.organizationId ?? null;
  const reference = input.reference || null;
  const family = input.family || null;
  await requireFits(tx, { family, organizationId, reference }, { id: null, organizationId });
  const id = await insertModule(tx, {
    title: input.title,
    description: input.description,
    reference,
    contentType: input.contentType,
    categoryId: await categoryIdOf(tx, input.trainingCategory ?? null),
    family,
    duration: input.duration,
    passingScore: input.passingScore ?? null,
    contentCreator: input.contentCreator || null,
    completionPolicy: input.completionPolicy ?? defaultPolicyOf(input.contentType),
    organizationId,
    isActive: input.isActive,
  });
  const content = {
    text: input.content || null,
    link: input.contentUrl ?? null,
    files: await registerAll(tx, files),
  };
  await publishVersion(tx, id, content, { changeNote: null, basedOnId: null });
  return id;
}

/** Gives uploads their rows, in order, as files that a version can take in; office files are converted later (MOD-09). */
export async function registerAll(
  tx: CommandTransaction,
  files: readonly AcceptedFile[],
): Promise<VersionFile[]> {
  const registered: VersionFile[] = [];
  for (const file of files) {
    registered.push({
      fileId: await registerFile(tx, file),
      sha256: file.sha256,
      originalName: file.originalName,
      name: null,
      uploadedBy: tx.actorId,
      uploadedAt: null,
    });
  }
  await planConversions(
    tx,
    registered.map(({ fileId }, index) => ({ id: fileId, mime: files[index]?.type.mime ?? '' })),
  );
  return registered;
}
