import { AppError } from '#shared/contract/errors.ts';
import { loadTarget } from '#shared/domain/modules/versions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { registerAll } from '#server/domains/modules/commands/create-module.ts';
import { partNumber } from '#server/domains/modules/load-input.ts';
import { wrongField } from '#server/domains/modules/modules.store.ts';
import { requirePublishable } from '#server/domains/modules/publishable.ts';
import {
  everAssigned,
  hashOfContent,
  storeDraft,
  lockModule,
  publishVersion,
  readDraft,
  readVersion,
  replaceContent,
  type StoredVersion,
  type VersionContent,
  type VersionFile,
} from '#server/domains/modules/versions.store.ts';

/** The content to load into a module (MOD-06); omitted parts do not change. */
export interface LoadedContent {
  readonly text?: string | undefined;
  readonly link?: string | null | undefined;
  /** Names of stored files that stay, in their order, with `file_0` … for new ones between them; undefined: all stay. */
  readonly keepFiles?: readonly string[] | undefined;
  /** New files, in their order; those that have no place in `keepFiles` follow after it. */
  readonly files: readonly AcceptedFile[];
  readonly changeNote?: string | null | undefined;
  /** A draft of a module that was assigned changes nothing for anybody until it is published. */
  readonly publish?: 'now' | 'draft' | undefined;
  /** Hash of the content from which the editor started; undefined: any content. */
  readonly basedOn?: string | undefined;
}

/** The place of loaded content. */
export interface LoadedVersion {
  readonly versionId: number;
  readonly isDraft: boolean;
}

/**
 * Loads content into a module (MOD-06, MOD-11). If nobody was ever assigned the module, the content changes in place. Otherwise
 * it becomes a new version that takes effect at once without retraining, or a draft. Unchanged content creates no version.
 * Returns the version that has the content, and whether it is a draft. Throws NOT_FOUND, and STALE if the content is not the one
 * from which the editor started. Publishing throws CONFLICT while another version is scheduled or the module is retired.
 */
export async function loadContent(
  tx: CommandTransaction,
  moduleId: number,
  loaded: LoadedContent,
): Promise<LoadedVersion> {
  const module = await lockModule(tx, moduleId);
  const current = module.currentVersionId === null ? null : await readVersion(tx, module.currentVersionId);
  const asDraft = loaded.publish === 'draft';
  // An editor with an open draft continues from it.
  const draft = asDraft ? await readDraft(tx, moduleId) : null;
  const base = draft ?? current;
  if (loaded.basedOn !== undefined && base && loaded.basedOn !== base.contentHash)
    throw new AppError('STALE');
  const content: VersionContent = {
    text: loaded.text === undefined ? (base?.text ?? null) : loaded.text || null,
    link: loaded.link === undefined ? (base?.link ?? null) : loaded.link,
    files: arrange(base, loaded.keepFiles, await registerAll(tx, loaded.files)),
  };
  const changeNote = loaded.changeNote || null;
  if (current && loadTarget(await everAssigned(tx, moduleId)) === 'in_place') {
    await replaceContent(tx, current, content, changeNote);
    return { versionId: current.id, isDraft: false };
  }
  if (current && current.contentHash === hashOfContent(content)) {
    return { versionId: current.id, isDraft: false };
  }
  if (asDraft) {
    const note = loaded.changeNote === undefined ? undefined : changeNote;
    const basedOnId = draft ? draft.basedOnId : (current?.id ?? null);
    return {
      versionId: await storeDraft(tx, moduleId, content, { changeNote: note, basedOnId }),
      isDraft: true,
    };
  }
  await requirePublishable(tx.db, moduleId);
  const version = await publishVersion(tx, moduleId, content, {
    changeNote,
    basedOnId: current?.id ?? null,
  });
  tx.emit({
    type: 'module.published',
    moduleId,
    versionId: version.id,
    versionNumber: version.number,
    previousVersionId: module.currentVersionId,
    retraining: 'none',
  });
  return { versionId: version.id, isDraft: false };
}

function arrange(
  current: StoredVersion | null,
  names: readonly string[] | undefined,
  added: readonly VersionFile[],
): readonly VersionFile[] {
  const stored = current?.files ?? [];
  if (names === undefined) return [...stored, ...added];
  const byName = new Map<string | number, VersionFile>([
    ...stored.flatMap((file) => (file.name === null ? [] : ([[file.name, file]] as const))),
    ...added.entries(),
  ]);
  const placed = names.map((name) => {
    const key = partNumber(name) ?? name;
    const file = byName.get(key);
    if (!file) throw wrongField('keepFiles', { reason: 'version_file_unknown', params: { name } });
    byName.delete(key);
    return file;
  });
  return [...placed, ...added.filter((_, number) => byName.has(number))];
}
