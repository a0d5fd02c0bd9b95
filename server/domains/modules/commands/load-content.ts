import { loadTarget } from '#shared/domain/modules/versions.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { AcceptedFile } from '#server/platform/files/store-upload.ts';
import { registerAll } from '#server/domains/modules/commands/create-module.ts';
import { modulesEvent } from '#server/domains/modules/modules.events.ts';
import { wrongField } from '#server/domains/modules/modules.store.ts';
import {
  everAssigned,
  hashOfContent,
  lockModule,
  publishVersion,
  readVersion,
  replaceContent,
  type StoredVersion,
  type VersionContent,
  type VersionFile,
} from '#server/domains/modules/versions.store.ts';

/** What is loaded into a module (MOD-06); what is left out stays as it is. */
export interface LoadedContent {
  readonly text?: string | undefined;
  readonly link?: string | null | undefined;
  /** Names of stored files that stay, in their order; undefined: all. */
  readonly keepFiles?: readonly string[] | undefined;
  /** New files, in their order after those that stay. */
  readonly files: readonly AcceptedFile[];
  readonly changeNote?: string | null | undefined;
}

/**
 * Loads content into a module (MOD-06, MOD-11): in place while nobody was ever assigned it, else as a new version that
 * takes effect at once without retraining. Content that changes nothing makes no version. Throws NOT_FOUND.
 */
export async function loadContent(
  tx: CommandTransaction,
  moduleId: number,
  loaded: LoadedContent,
): Promise<void> {
  const module = await lockModule(tx, moduleId);
  const current = module.currentVersionId === null ? null : await readVersion(tx, module.currentVersionId);
  const content: VersionContent = {
    text: loaded.text === undefined ? (current?.text ?? null) : loaded.text || null,
    link: loaded.link === undefined ? (current?.link ?? null) : loaded.link,
    files: [...keptFiles(current, loaded.keepFiles), ...(await registerAll(tx, loaded.files))],
  };
  const changeNote = loaded.changeNote || null;
  if (current && loadTarget(await everAssigned(tx, moduleId)) === 'in_place') {
    await replaceContent(tx, current, content, changeNote);
    return;
  }
  if (current && current.contentHash === hashOfContent(content)) return;
  const version = await publishVersion(tx, moduleId, content, changeNote);
  tx.emit(
    modulesEvent({
      type: 'module.published',
      moduleId,
      versionId: version.id,
      versionNumber: version.number,
      previousVersionId: module.currentVersionId,
      retraining: 'none',
    }),
  );
}

function keptFiles(
  current: StoredVersion | null,
  names: readonly string[] | undefined,
): readonly VersionFile[] {
  const stored = current?.files ?? [];
  if (names === undefined) return stored;
  const byName = new Map(stored.map((file) => [file.name, file]));
  return names.map((name) => {
    const file = byName.get(name);
    if (!file) throw wrongField('keepFiles', `The module has no file “${name}”`);
    byName.delete(name);
    return file;
  });
}
