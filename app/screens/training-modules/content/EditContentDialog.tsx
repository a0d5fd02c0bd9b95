import { Alert, Modal, Progress, Text, TextInput, Textarea } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contentLink } from '#shared/contract/module-schemas.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { reasonInSchema } from '#shared/reasons/in-schema.ts';
import { DropPlace } from '#app/features/drop/DropPlace.tsx';
import { PackageChoice, packageField } from '#app/features/files/PackageChoice.tsx';
import { queryFor } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import {
  newItems,
  orderOf,
  storedItems,
  type ContentItem,
} from '#app/screens/training-modules/content/content-items.ts';
import { ContentOrder } from '#app/screens/training-modules/content/ContentOrder.tsx';
import { useSaveContent, type AfterSaving } from '#app/screens/training-modules/content/use-save-content.ts';
import type { ModuleDetails } from '#app/screens/training-modules/modules.ts';
import { OutdatedDraft } from '#app/screens/training-modules/publish/OutdatedDraft.tsx';
import { DialogFailure } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { reasonInWords } from '#app/lib/reasons.ts';

/** Edit module content (SPEC §2.7; MOD-06, MOD-11): files in their order, text, link; fetched again when it opens. */
export function EditContentDialog({
  moduleId,
  title,
  ...after
}: AfterSaving & {
  readonly moduleId: number;
  readonly title: string;
}) {
  const { t } = useLingui();
  const fresh = { staleTime: 0, gcTime: 0 } as const;
  const current = useQuery({ ...queryFor(modulesContract.get, { params: { id: moduleId } }), ...fresh });
  const draft = current.data?.versions.find(({ state }) => state === 'draft');
  const drafted = useQuery({
    ...queryFor(modulesContract.get, {
      params: { id: moduleId },
      query: draft ? { version: String(draft.id) } : {},
    }),
    ...fresh,
    enabled: draft !== undefined,
  });
  const module = draft ? drafted : current;
  const heading = t`Edit Content: ${title}`;
  if (module.data && !module.isFetching) {
    return <ContentForm module={module.data} title={heading} {...after} />;
  }
  return (
    <Modal opened onClose={after.onClose} title={heading} size="xl">
      <Load
        query={{ ...module, data: undefined }}
        skeleton={<LineSkeletons count={4} label={t`Loading the content...`} />}
      >
        {() => null}
      </Load>
    </Modal>
  );
}

function ContentForm({
  module,
  title,
  onPublish,
  onClose,
}: AfterSaving & {
  readonly module: ModuleDetails;
  readonly title: string;
}) {
  const { t } = useLingui();
  const draft = module.versions.find(({ id, state }) => state === 'draft' && id === module.versionId);
  const before = storedItems(module.files);
  const [items, setItems] = useState<readonly ContentItem[]>(before);
  const [text, setText] = useState(module.content ?? '');
  const [link, setLink] = useState(module.link ?? '');
  const [note, setNote] = useState(draft?.changeNote ?? '');
  const [asDownload, setAsDownload] = useState(false);
  const [wrongLink, setWrongLink] = useState<string | null>(null);
  const save = useSaveContent(messages.contentUpdateFailed, { onClose, onPublish });
  const arrange = (next: readonly ContentItem[]): void => {
    setItems(next);
    save.clear();
  };
  const changed =
    text !== (module.content ?? '') ||
    link !== (module.link ?? '') ||
    items.map(({ key }) => key).join('\n') !== before.map(({ key }) => key).join('\n');
  const send = (): void => {
    const checked = contentLink.safeParse(link);
    setWrongLink(
      checked.success ? null : reasonInWords(reasonInSchema(checked.error.issues[0]?.message ?? '')),
    );
    if (!checked.success) return;
    const { keepFiles, files } = orderOf(items);
    save.send({
      moduleId: module.id,
      fields: {
        contentData: text,
        contentUrl: link.trim(),
        keepFiles: JSON.stringify(keepFiles),
        fileCount: String(files.length),
        ...packageField(asDownload),
        ...(module.contentHash === null ? {} : { basedOn: module.contentHash }),
        // Sent even if it is empty: otherwise a removed note would stay with the draft.
        changeNote: note.trim(),
      },
      files,
    });
  };
  return (
    <FormDialog
      opened
      title={title}
      submitLabel={<Trans>Save Content</Trans>}
      onSubmit={(event) => {
        event?.preventDefault();
        send();
      }}
      onClose={onClose}
      busy={save.share !== null}
      blocked={!changed}
      changed={changed || note !== (draft?.changeNote ?? '')}
      size="xl"
      extra={
        save.share !== null && (
          <Progress value={save.share * 100} w={180} aria-label={t`Upload`} striped animated />
        )
      }
    >
      {draft && (
        <Alert color="yellow" variant="light">
          <Trans>
            This is the draft of version {draft.number}. Learners read the effective version until it is
            published.
          </Trans>
        </Alert>
      )}
      <OutdatedDraft overtaking={draft?.overtakenBy} />
      <Text size="sm" fw={550}>
        <Trans>Files</Trans>
      </Text>
      {items.length > 0 && <ContentOrder items={items} disabled={save.share !== null} onChange={arrange} />}
      <DropPlace
        label={t`Add files`}
        disabled={save.share !== null}
        onDrop={(files) => arrange([...items, ...newItems(files)])}
      />
      <PackageChoice
        files={orderOf(items).files}
        checked={asDownload}
        onChange={setAsDownload}
        disabled={save.share !== null}
      />
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
        label={t`Link`}
        description={t`Content on another site, used if the module has no files`}
        value={link}
        error={wrongLink}
        onChange={({ currentTarget }) => setLink(currentTarget.value)}
      />
      <TextInput
        label={t`What changed`}
        description={t`Saved with the version. Completions stay with the version that was read.`}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {save.failure && <DialogFailure>{save.failure}</DialogFailure>}
    </FormDialog>
  );
}
