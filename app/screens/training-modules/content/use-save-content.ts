import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { showToast, type ToastRow } from '#app/lib/toasts.ts';
import { upload } from '#app/lib/upload.ts';
import { messages } from '#app/lib/messages.ts';
import { warnOfBlankFile } from '#app/screens/training-modules/content/blank-file.ts';
import type { DraftToPublish } from '#app/screens/training-modules/publish/PublishDialog.tsx';

/** The content that is sent to `load` (SPEC §7, MOD-06). */
export interface ContentToSave {
  readonly moduleId: number;
  readonly fields: Readonly<Record<string, string>>;
  /** New files, in their order. */
  readonly files: readonly File[];
}

/** The steps after content was saved: the dialog closes, and publishing is offered for a draft. */
export interface AfterSaving {
  readonly onClose: () => void;
  readonly onPublish: (draft: DraftToPublish) => void;
}

/** Sends content with its progress; a failure is shown in its toast (SPEC §8) and stays in the dialog. */
export function useSaveContent(failed: ToastRow, { onClose, onPublish }: AfterSaving) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async ({ moduleId, fields, files }: ContentToSave): Promise<void> => {
    setFailure(null);
    setShare(0);
    try {
      const module = await upload(modulesContract.load, {
        params: { id: moduleId },
        // The content of a module without assignments is changed in place; for any other module this creates a draft.
        fields: { ...fields, publish: 'draft' },
        files: files.map((file, index) => ({ name: `file_${String(index)}`, file })),
        onProgress: setShare,
      });
      await invalidate(modulesContract.load);
      const isNew = new Set(files.map(({ name }) => name));
      const stored = module.files.filter(({ originalName }) => isNew.has(originalName));
      const draft = module.versions.find(({ state }) => state === 'draft');
      if (draft) {
        warnOfBlankFile(stored);
        onPublish({ moduleId, versionId: draft.id, title: module.title, changeNote: draft.changeNote });
        return;
      }
      onClose();
      showToast(messages.contentSaved);
      warnOfBlankFile(stored);
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError(0, t`The content could not be loaded.`);
      if (isUnauthorized(known)) return;
      setFailure(explain(known));
      showToast(failed);
    } finally {
      setShare(null);
    }
  };
  return {
    share,
    failure,
    /** Other files are chosen: the message about the earlier ones is no longer valid. */
    clear: () => setFailure(null),
    send: (content: ContentToSave) => void send(content),
  };
}
