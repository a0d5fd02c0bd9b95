import { Progress, Text, TextInput, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FileDrop } from '#app/features/files/FileDrop.tsx';
import { PackageChoice, packageField } from '#app/features/files/PackageChoice.tsx';
import { messages } from '#app/lib/messages.ts';
import { useSaveContent, type AfterSaving } from '#app/screens/training-modules/content/use-save-content.ts';
import type { ModuleRow } from '#app/screens/training-modules/modules.ts';
import { DialogFailure } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Load content of SPEC §2.7 (MOD-06): text and files in order; for an assigned module this creates a new version (MOD-11). */
export function LoadContentDialog({
  module,
  onPublish,
  onClose,
}: AfterSaving & {
  readonly module: ModuleRow;
}) {
  const { t } = useLingui();
  const [text, setText] = useState(module.content ?? '');
  const [note, setNote] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [asDownload, setAsDownload] = useState(false);
  const { share, failure, clear, send } = useSaveContent(messages.contentLoadFailed, { onClose, onPublish });
  const changed = files.length > 0 || text !== (module.content ?? '');
  return (
    <FormDialog
      opened
      title={t`Load Content: ${module.title}`}
      submitLabel={<Trans>Load Content</Trans>}
      onSubmit={(event) => {
        event?.preventDefault();
        send({
          moduleId: module.id,
          fields: {
            // Left out if the text was not changed: a draft keeps its own text.
            ...(text === (module.content ?? '') ? {} : { contentData: text }),
            fileCount: String(files.length),
            ...packageField(asDownload),
            ...(note.trim() ? { changeNote: note.trim() } : {}),
          },
          files,
        });
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
      <FileDrop
        label={t`Files of the module`}
        files={files}
        onChange={(next) => {
          setFiles(next);
          clear();
        }}
        disabled={share !== null}
      />
      <PackageChoice files={files} checked={asDownload} onChange={setAsDownload} disabled={share !== null} />
      <Textarea
        label={t`Text`}
        description={t`Shown to learners on the page, before the files`}
        autosize
        minRows={4}
        maxRows={14}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TextInput
        label={t`What changed`}
        description={t`Saved with the version. Completions stay with the version that was read.`}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {failure && <DialogFailure>{failure}</DialogFailure>}
    </FormDialog>
  );
}
