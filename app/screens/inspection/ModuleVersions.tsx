import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye, IconFileUnknown, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { parseUploadedFiles } from '#shared/domain/modules/uploaded-files.ts';
import { FileDialog } from '#app/features/files/FileDialog.tsx';
import type { ModuleFile } from '#app/features/files/module-file.ts';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { usePageTitle } from '#app/lib/page-title.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { ButtonLink, TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';

type Module = ResponseOf<typeof modulesContract.get>;

/** /inspection/modules/:id (INS-01): every version of a module, each with its content at the time. */
export function ModuleVersions() {
  const { t } = useLingui();
  const { moduleId = '' } = useParams({ strict: false });
  const [{ version }, patch] = useUrlState({ version: '' });
  const module = useQuery({
    ...queryFor(modulesContract.get, {
      params: { id: moduleId },
      query: version === '' ? {} : { version },
    }),
    placeholderData: (previous) => previous,
  });
  usePageTitle(module.data?.title);
  return (
    <Page>
      <Load
        query={module}
        skeleton={<PageSkeleton label={t`Loading the module...`} />}
        failed={(error) =>
          isNotFound(error) && (
            <>
              <PageHeader title={t`Training Module`} />
              <EmptyState
                icon={IconFileUnknown}
                title={<Trans>Module Not Found</Trans>}
                action={
                  <TextLink to="/inspection">
                    <Trans>Inspection</Trans>
                  </TextLink>
                }
              />
            </>
          )
        }
      >
        {(data) => (
          <Loaded module={data} onVersion={(id) => patch({ version: String(id) }, { push: true })} />
        )}
      </Load>
    </Page>
  );
}

function Loaded({
  module,
  onVersion,
}: {
  readonly module: Module;
  readonly onVersion: (id: number) => void;
}) {
  const { t } = useLingui();
  const { id, title, description, versions, versionId, versionNumber } = module;
  return (
    <>
      <PageHeader
        crumbs={[{ label: <Trans>Inspection</Trans>, to: '/inspection' }, { label: title }]}
        title={title}
        subtitle={description}
        actions={
          <ButtonLink
            to={`/training-modules/${String(id)}/people`}
            variant="default"
            leftSection={<IconUsers size={18} aria-hidden />}
          >
            <Trans>Who is trained on this</Trans>
          </ButtonLink>
        }
      />
      <Section title={<Trans>Versions</Trans>}>
        <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Versions`}>
          {versions.map((version) => (
            <Paper component="li" key={version.id} withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
              <Group justify="space-between" gap="sm">
                <div style={{ minWidth: 0 }}>
                  <Text fw={600}>
                    <Trans>Version {version.number}</Trans>
                  </Text>
                  {version.effectiveFrom !== null && (
                    <Text size="sm" c="dimmed">
                      <Trans>
                        Effective from <Moment value={version.effectiveFrom} show="dateTime" />
                      </Trans>
                    </Text>
                  )}
                  {version.changeNote && <Text size="sm">{version.changeNote}</Text>}
                </div>
                <Button
                  variant={version.id === versionId ? 'filled' : 'default'}
                  aria-pressed={version.id === versionId}
                  aria-label={t`Show content of version ${version.number}`}
                  onClick={() => onVersion(version.id)}
                >
                  <Trans>Show content</Trans>
                </Button>
              </Group>
            </Paper>
          ))}
        </Stack>
      </Section>
      <Section title={<Trans>Content of version {versionNumber}</Trans>}>
        <Content module={module} />
      </Section>
    </>
  );
}

function Content({ module }: { readonly module: Module }) {
  const { t } = useLingui();
  const [preview, setPreview] = useState<ModuleFile | null>(null);
  const { content, link, files, contentHash } = module;
  const text = parseUploadedFiles(content ?? '').text;
  return (
    <Paper withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="md">
        {files.length === 0 && text === '' && link === null && (
          <Text c="dimmed">
            <Trans>No content has been loaded yet.</Trans>
          </Text>
        )}
        {text !== '' && <Text style={{ whiteSpace: 'pre-wrap' }}>{text}</Text>}
        {link !== null && (
          <Anchor href={link} target="_blank" rel="noopener noreferrer">
            {link}
          </Anchor>
        )}
        {files.length > 0 && (
          <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Files`}>
            {files.map((file) => (
              <Group component="li" key={file.name} justify="space-between" gap="sm">
                <Text size="sm">{file.originalName}</Text>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconEye size={15} aria-hidden />}
                  aria-label={t`Show ${file.originalName}`}
                  onClick={() => setPreview(file)}
                >
                  <Trans>Show</Trans>
                </Button>
              </Group>
            ))}
          </Stack>
        )}
        {contentHash !== null && (
          <Text size="xs" c="dimmed" translate="no">
            SHA-256 <code>{contentHash}</code>
          </Text>
        )}
      </Stack>
      <FileDialog file={preview} title={preview?.originalName} onClose={() => setPreview(null)} />
    </Paper>
  );
}
