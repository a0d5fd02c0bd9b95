import { Alert, Button, Modal, Radio, Select, SimpleGrid, Stack } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { bulkCategoryChoices, type BulkCategoryChoice } from '#shared/domain/modules/bulk-category.ts';
import { extensionOf } from '#shared/domain/modules/file-name.ts';
import { bulkDialogExtensions } from '#shared/domain/modules/uploads.ts';
import { DropPlace } from '#app/features/drop/DropPlace.tsx';
import { queryFor } from '#app/lib/client.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { showToast } from '#app/lib/toasts.ts';
import { outcomeMessage } from '#app/screens/training-modules/bulk/outcome.ts';
import { bulkRun } from '#app/screens/training-modules/bulk/bulk-run.ts';
import { ChosenFiles, RunFiles } from '#app/screens/training-modules/bulk/BulkFiles.tsx';
import { choiceLabels } from '#app/screens/training-modules/bulk/labels.ts';
import { ModulePicker } from '#app/screens/training-modules/ModulePicker.tsx';
import type { DraftToPublish } from '#app/screens/training-modules/publish/PublishDialog.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/**
 * Bulk upload (SPEC §2.7, MOD-05): chooses files, sends them with progress, and shows the result for each. If the files are
 * in a draft of an assigned module, publishing it follows (MOD-11).
 */
export function BulkUploadDialog({
  onPublish,
  onClose,
}: {
  readonly onPublish: (draft: DraftToPublish) => void;
  readonly onClose: () => void;
}) {
  const run = useSyncExternalStore(bulkRun.subscribe, bulkRun.state);
  const invalidate = useInvalidate();
  const { t } = useLingui();
  // The dialog may have been closed while the upload continues.
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const close = (): void => {
    bulkRun.clear();
    onClose();
  };
  const publish = (draft: DraftToPublish): void => {
    bulkRun.clear();
    onPublish(draft);
  };
  return (
    <Modal opened onClose={close} title={t`Bulk Upload Files`} size="xl">
      {run.files.length === 0 ? (
        <ChooseStep
          onCancel={onClose}
          onStart={(files, choice) => {
            void bulkRun.start(files, choice).then((outcome) => {
              const { failed, draft } = outcome;
              void invalidate(modulesContract.bulkUpload);
              const said = outcomeMessage(outcome);
              if (said) showToast(said.toast, { values: said.values });
              // A person who must first read which files were refused continues with the button.
              if (draft && failed === 0 && isOpen.current) publish(draft);
            });
          }}
        />
      ) : (
        <Stack gap="md">
          <RunFiles run={run} />
          {run.draft && (
            <Alert color="yellow" variant="light" icon={<IconPencil aria-hidden />}>
              <Trans>
                The files are in a draft of “{run.draft.title}”: nothing changes for anyone until it is
                published.
              </Trans>
            </Alert>
          )}
          <DialogFooter>
            {run.running ? (
              <>
                <Button variant="subtle" color="red" onClick={() => bulkRun.cancel()}>
                  <Trans>Cancel upload</Trans>
                </Button>
                <Button variant="default" onClick={close}>
                  <Trans>Continue in the background</Trans>
                </Button>
              </>
            ) : (
              <>
                <Button variant="default" onClick={() => bulkRun.clear()}>
                  <Trans>Upload more</Trans>
                </Button>
                <Button variant={run.draft ? 'default' : 'filled'} onClick={close}>
                  <Trans>Done</Trans>
                </Button>
                {run.draft && (
                  <Button onClick={() => run.draft && publish(run.draft)}>
                    <Trans>Publish...</Trans>
                  </Button>
                )}
              </>
            )}
          </DialogFooter>
        </Stack>
      )}
    </Modal>
  );
}

function ChooseStep({
  onStart,
  onCancel,
}: {
  readonly onStart: (files: readonly File[], choice: Parameters<typeof bulkRun.start>[1]) => void;
  readonly onCancel: () => void;
}) {
  const { t, i18n } = useLingui();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [target, setTarget] = useState<'each' | 'one'>('each');
  const [category, setCategory] = useState<BulkCategoryChoice>('auto');
  const [trainingCategory, setTrainingCategory] = useState('');
  const [moduleId, setModuleId] = useState<number | null>(null);
  const categories = useQuery(queryFor(modulesContract.categories));
  const refusalOf = (file: File): string | null =>
    bulkDialogExtensions.some((extension) => extension === extensionOf(file.name))
      ? null
      : t`Files of this type are not accepted here.`;
  const good = files.filter((file) => refusalOf(file) === null);
  const blocked = good.length === 0 || good.length > 200 || (target === 'one' && moduleId === null);
  return (
    <Stack gap="md">
      <DropPlace
        label={t`Files to upload`}
        extensions={bulkDialogExtensions}
        hint={
          <Trans>
            PDF, DOC, DOCX, ODT, XLS, XLSX, ODS, PPT, PPTX, PPSX, ODP: up to 10 MB each, 200 files at a time
          </Trans>
        }
        onDrop={(dropped) => setFiles([...files, ...dropped])}
      />
      {files.length > 0 && <ChosenFiles files={files} refusalOf={refusalOf} onChange={setFiles} />}
      <Radio.Group
        label={t`How to store the files`}
        value={target}
        onChange={(value) => setTarget(value === 'one' ? 'one' : 'each')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="each" label={t`One module per file`} />
          <Radio value="one" label={t`All files into one module`} />
        </Stack>
      </Radio.Group>
      {target === 'each' ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={t`Organization family`}
            allowDeselect={false}
            data={bulkCategoryChoices.map((choice) => ({
              value: choice,
              label: i18n._(choiceLabels[choice]),
            }))}
            value={category}
            onChange={(value) =>
              setCategory(bulkCategoryChoices.find((choice) => choice === value) ?? 'auto')
            }
          />
          <Select
            label={t`Training Category`}
            allowDeselect={false}
            data={[
              { value: '', label: t`Automatic: by file name` },
              ...(categories.data ?? []).map(({ name }) => ({ value: name, label: name })),
            ]}
            value={trainingCategory}
            onChange={(value) => setTrainingCategory(value ?? '')}
          />
        </SimpleGrid>
      ) : (
        <ModulePicker label={t`Module that gets the files`} value={moduleId} onChange={setModuleId} />
      )}
      <DialogFooter>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          disabled={blocked}
          onClick={() =>
            onStart(good, {
              category,
              trainingCategory,
              moduleId: target === 'one' ? moduleId : null,
            })
          }
        >
          {good.length === 0 ? (
            <Trans>Upload</Trans>
          ) : (
            <Plural value={good.length} one="Upload # file" other="Upload # files" />
          )}
        </Button>
      </DialogFooter>
    </Stack>
  );
}
