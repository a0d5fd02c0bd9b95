import { Alert, Progress, Text, TextInput, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { MODULE_TEXT_MAX } from '#shared/contract/module-schemas.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { FileDrop } from '#app/features/files/FileDrop.tsx';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { messages } from '#app/lib/messages.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { explain } from '#app/lib/server-texts.ts';
import { showToast } from '#app/lib/toasts.ts';
import { upload } from '#app/lib/upload.ts';
import type { ModuleRow } from '#app/screens/training-modules/modules.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Load content of SPEC §2.7 (MOD-06): text and files in order; for an assigned module this makes a new version (MOD-11). */
export function LoadContentDialog({
  module,
  onClose,
}: {
  readonly module: ModuleRow;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const [text, setText] = useState(module.content ?? '');
  const [note, setNote] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const changed = files.length > 0 || text !== (module.content ?? '');
  const send = async (): Promise<void> => {
    setFailure(null);
    setShare(0);
    try {
      await upload(modulesContract.load, {
        params: { id: module.id },
        fields: {
          contentData: text,
          fileCount: String(files.length),
          ...(note.trim() ? { changeNote: note.trim() } : {}),
        },
        files: files.map((file, index) => ({ name: `file_${String(index)}`, file })),
        onProgress: setShare,
      });
      await invalidate(modulesContract.list, modulesContract.get);
      onClose();
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError(0, t`The content could not be loaded.`);
      if (isUnauthorized(known)) return;
      setFailure(explain(known));
      showToast(messages.contentLoadFailed);
    } finally {
      setShare(null);
    }
  };
  return (
    <FormDialog
      opened
      title={t`Load Content: ${module.title}`}
      submitLabel={<Trans>Load Content</Trans>}
      onSubmit={(event) => {
        event?.preventDefault();
        void send();
      }}
      onClose={onClose}
      busy={share !== null}
      blocked={!changed || (files.length === 0 && text.trim() === '')}
      changed={changed || note !== ''}
      size="xl"
      extra={
        share !== null && <Progress value={share * 100} w={180} aria-label={t`Upload`} striped animated />
      }
    >
      {module.files !== undefined && module.files.length > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>
            Stored now: {module.files.map((file) => file.originalName).join(', ')}. New files follow after
            these.
          </Trans>
        </Text>
      )}
      <FileDrop label={t`Files of the module`} files={files} onChange={setFiles} disabled={share !== null} />
      <Textarea
        label={t`Text`}
        description={t`Shown to learners in the page, before the files`}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={MODULE_TEXT_MAX}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TextInput
        label={t`What has changed`}
        description={t`Kept with the version. Completions stay with the version that was read.`}
        value={note}
        maxLength={2000}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
    </FormDialog>
  );
}
