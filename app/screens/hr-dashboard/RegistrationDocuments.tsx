import { Button, Group, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { msg } from '@lingui/core/macro';
import { IconArchive, IconArrowBackUp, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import type { DocumentVersion } from '#app/features/hr/document-file.ts';
import { VersionDialog } from '#app/features/hr/VersionDialog.tsx';
import { VersionList } from '#app/features/hr/VersionList.tsx';
import { useCommand } from '#app/lib/query.ts';
import classes from '#app/screens/hr-dashboard/HrDashboard.module.css';
import { type Registration, type RegistrationDocument } from '#app/screens/hr-dashboard/hr-dashboard.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The documents of a registration with their versions: shown in the page, downloaded, replaced by a newer one, archived (HR-01). */
export function RegistrationDocuments({
  registration,
  onUpload,
}: {
  readonly registration: Registration;
  readonly onUpload: (document: RegistrationDocument) => void;
}) {
  const { t } = useLingui();
  const [shown, setShown] = useState<DocumentVersion | null>(null);
  const [archiving, setArchiving] = useState<RegistrationDocument | null>(null);
  const change = useCommand(hrRegistrationsContract.changeDocument, {
    failure: { tone: 'destructive', title: msg`The document was not changed`, serverFirst: true },
    onSuccess: () => setArchiving(null),
  });
  const { id, documents, state } = registration;
  const setArchived = (document: RegistrationDocument, isArchived: boolean) =>
    change.mutate({ params: { id, documentId: document.id }, body: { isArchived } });
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        <Trans>Documents</Trans>
      </Title>
      {documents.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No documents for this registration yet.</Trans>
        </Text>
      ) : (
        <ul className={classes.documents}>
          {documents.map((document) => (
            <li key={document.id} className={classes.document}>
              <Group justify="space-between" gap="xs" mb="xs">
                <Text fw={600} size="sm">
                  {document.title}
                </Text>
                {document.isArchived && (
                  <ToneBadge tone="gray" icon={IconArchive} size="sm">
                    <Trans>Archived</Trans>
                  </ToneBadge>
                )}
              </Group>
              <VersionList title={document.title} versions={document.versions} onOpen={setShown} />
              {state !== 'retired' && (
                <Group gap="xs" mt="sm">
                  {document.isArchived ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      leftSection={<IconArrowBackUp size={15} aria-hidden />}
                      aria-label={t`Restore ${document.title}`}
                      loading={change.isPending}
                      onClick={() => setArchived(document, false)}
                    >
                      <Trans>Restore</Trans>
                    </Button>
                  ) : (
                    <>
                      <Button
                        size="compact-sm"
                        variant="default"
                        leftSection={<IconUpload size={15} aria-hidden />}
                        aria-label={t`Upload new version of ${document.title}`}
                        onClick={() => onUpload(document)}
                      >
                        <Trans>Upload new version</Trans>
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        color="red"
                        leftSection={<IconArchive size={15} aria-hidden />}
                        aria-label={t`Archive ${document.title}`}
                        onClick={() => setArchiving(document)}
                      >
                        <Trans>Archive</Trans>
                      </Button>
                    </>
                  )}
                </Group>
              )}
            </li>
          ))}
        </ul>
      )}
      <VersionDialog version={shown} onClose={() => setShown(null)} />
      <ConfirmDialog
        opened={archiving !== null}
        title={<Trans>Archive this document?</Trans>}
        effects={
          <Trans>
            It no longer appears among current documents. Its versions stay on record, and it can be restored.
          </Trans>
        }
        confirmLabel={<Trans>Archive</Trans>}
        destructive
        busy={change.isPending}
        onConfirm={() => {
          if (archiving) setArchived(archiving, true);
        }}
        onClose={() => setArchiving(null)}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {archiving?.title}
        </Text>
      </ConfirmDialog>
    </section>
  );
}
