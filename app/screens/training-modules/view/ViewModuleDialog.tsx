import { Button, Modal, Select, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconExternalLink, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { parseUploadedFiles } from '#shared/domain/modules/uploaded-files.ts';
import { FileDialog } from '#app/features/files/FileDialog.tsx';
import { whileConverting, type ModuleFile } from '#app/features/files/module-file.ts';
import { queryFor } from '#app/lib/client.ts';
import classes from '#app/screens/training-modules/Dialogs.module.css';
import type { ModuleDetails } from '#app/screens/training-modules/modules.ts';
import type { DraftToPublish } from '#app/screens/training-modules/publish/PublishDialog.tsx';
import { FileFacts } from '#app/screens/training-modules/view/FileFacts.tsx';
import { ModuleFactList } from '#app/screens/training-modules/view/ModuleFactList.tsx';
import {
  RemoveVersionDialog,
  VersionHistory,
  type ModuleVersion,
} from '#app/screens/training-modules/view/VersionHistory.tsx';
import { peoplePath } from '#app/screens/training-modules/ModuleTable.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** View module (SPEC §2.7): its facts, its versions, and the files of the chosen one with hash, person and time. */
export function ViewModuleDialog({
  moduleId,
  title,
  onPublish,
  onClose,
}: {
  readonly moduleId: number;
  readonly title: string;
  readonly onPublish: (draft: DraftToPublish) => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [version, setVersion] = useState<string | null>(null);
  const [preview, setPreview] = useState<ModuleFile | null>(null);
  const [leaving, setLeaving] = useState<ModuleVersion | null>(null);
  const module = useQuery({
    ...queryFor(modulesContract.get, {
      params: { id: moduleId },
      query: version === null ? {} : { version },
    }),
    placeholderData: (previous) => previous,
    refetchInterval: whileConverting,
  });
  // The current file: its conversion may have ended since the preview was opened.
  const previewed = module.data?.files.find(({ name }) => name === preview?.name) ?? preview;
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={title}
        size="xl"
        // Escape closes the dialog on top, and only that one.
        closeOnEscape={preview === null && leaving === null}
      >
        <Load query={module} skeleton={<LineSkeletons label={t`Loading the module...`} />}>
          {(data) => (
            <Details
              module={data}
              onVersion={(id) => setVersion(id)}
              onPreview={setPreview}
              onPublish={onPublish}
              onRemove={setLeaving}
            />
          )}
        </Load>
      </Modal>
      {leaving && (
        <RemoveVersionDialog
          moduleId={moduleId}
          version={leaving}
          onClose={() => {
            setLeaving(null);
            setVersion(null);
          }}
        />
      )}
      <FileDialog
        file={(preview && previewed) || null}
        title={previewed?.originalName}
        onClose={() => setPreview(null)}
      />
    </>
  );
}

function Details({
  module,
  onVersion,
  onPreview,
  onPublish,
  onRemove,
}: {
  readonly module: ModuleDetails;
  readonly onVersion: (id: string) => void;
  readonly onPreview: (file: ModuleFile) => void;
  readonly onPublish: (draft: DraftToPublish) => void;
  readonly onRemove: (version: ModuleVersion) => void;
}) {
  const { t } = useLingui();
  const text = parseUploadedFiles(module.content ?? '').text;
  return (
    <Stack gap="lg">
      <Text size="sm" className={classes.wrapped}>
        {module.description}
      </Text>
      <ModuleFactList module={module} />
      <ButtonLink
        to={peoplePath(module.id)}
        variant="default"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconUsers size={15} aria-hidden />}
      >
        <Trans>Who is trained on this</Trans>
      </ButtonLink>
      <section className={classes.part}>
        <div className={classes.partHead}>
          <Title order={3} size="h4">
            <Trans>Content</Trans>
          </Title>
          {module.versions.length > 1 && (
            <Select
              size="xs"
              aria-label={t`Version shown`}
              allowDeselect={false}
              data={module.versions.map(({ id, number, isCurrent }) => ({
                value: String(id),
                label: isCurrent ? t`Version ${number} (current)` : t`Version ${number}`,
              }))}
              value={String(module.versionId)}
              onChange={(id) => {
                if (id !== null) onVersion(id);
              }}
            />
          )}
          {module.hasContent && (
            <Button
              size="xs"
              variant="light"
              component="a"
              href={`/training-module/${String(module.id)}`}
              target="_blank"
              rel="noopener"
              leftSection={<IconExternalLink size={15} aria-hidden />}
            >
              <Trans>Open in viewer</Trans>
            </Button>
          )}
        </div>
        {module.files.length === 0 && text === '' && module.link === null && (
          <Text size="sm" c="dimmed">
            <Trans>No content has been loaded yet.</Trans>
          </Text>
        )}
        {text !== '' && (
          // It must be scrollable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={classes.text} tabIndex={0} role="region" aria-label={t`Text of the module`}>
            {text}
          </div>
        )}
        {module.link !== null && (
          <Text size="sm" className={classes.wrapped}>
            <Trans>Link</Trans>:{' '}
            <a href={module.link} target="_blank" rel="noopener noreferrer">
              {module.link}
            </a>
          </Text>
        )}
        {module.files.length > 0 && <FileFacts files={module.files} onPreview={onPreview} />}
      </section>
      <VersionHistory module={module} onPublish={onPublish} onRemove={onRemove} />
    </Stack>
  );
}
