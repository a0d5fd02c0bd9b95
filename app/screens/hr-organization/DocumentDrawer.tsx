import { Button, Drawer, Group, Paper, Stack, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArchive, IconArchiveOff, IconEye, IconPencil, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import type { DocumentVersion } from '#app/features/hr/document-file.ts';
import { VersionDialog } from '#app/features/hr/VersionDialog.tsx';
import { VersionList } from '#app/features/hr/VersionList.tsx';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { TrailList } from '#app/features/trail/TrailList.tsx';
import { useFormat } from '#app/lib/format.ts';
import { useUser } from '#app/lib/session.ts';
import { ArchiveDialog } from '#app/screens/hr-organization/ArchiveDialog.tsx';
import { RequestReadingDialog } from '#app/screens/hr-organization/RequestReadingDialog.tsx';
import { categoryLabels } from '#app/features/hr/document-categories.ts';
import {
  type DocumentView,
  type ReportView,
  type Organization,
} from '#app/screens/hr-organization/documents.ts';
import { ReadBy } from '#app/screens/hr-organization/DocumentTable.tsx';
import { EditDocumentDialog } from '#app/screens/hr-organization/EditDocumentDialog.tsx';
import classes from '#app/screens/hr-organization/HrOrganization.module.css';
import { ReadersReport } from '#app/screens/hr-organization/ReadersReport.tsx';
import { ReviewState } from '#app/screens/hr-organization/ReviewState.tsx';
import { UploadVersionDialog } from '#app/screens/hr-organization/UploadVersionDialog.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** Returns the tab named in the address, if it exists. */
const partOf = (part: string, seesTrail: boolean) =>
  part === 'readers' || (part === 'history' && seesTrail) ? part : 'versions';

type Dialog = 'edit' | 'upload' | 'ask' | 'archive';

/** One document (HR-04): its facts, its versions, who has read it, and all actions. */
export function DocumentDrawer({
  id,
  organization,
  view,
  onView,
  onClose,
}: {
  readonly id: number | null;
  readonly organization: Organization;
  readonly view: ReportView;
  readonly onView: (next: Partial<ReportView>) => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  // Only administrators see the trail of the HR area (HR-05).
  const seesTrail = useUser().role === 'admin';
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const document = useQuery({
    ...queryFor(hrDocumentsContract.get, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [shown, setShown] = useState<DocumentVersion | null>(null);
  const close = () => setDialog(null);
  // A document of another organization is not shown on this page, regardless of the address.
  const data = document.data?.organizationId === organization.id ? document.data : undefined;
  const foreign = document.data !== undefined && data === undefined;
  return (
    <>
      <Drawer
        opened={id !== null}
        onClose={onClose}
        title={data?.title ?? t`Document`}
        position="right"
        size={phone ? '100%' : 760}
        closeOnEscape={dialog === null && shown === null}
      >
        {foreign ? (
          <DocumentNotFound />
        ) : (
          <Load
            query={{ ...document, data }}
            skeleton={<LineSkeletons label={t`Loading the document...`} count={6} />}
            failed={(error) => (isNotFound(error) ? <DocumentNotFound /> : undefined)}
          >
            {(loaded) => (
              <Stack gap="md">
                <Facts document={loaded} today={organization.today} />
                <Actions document={loaded} onOpen={setDialog} />
                <Tabs
                  value={partOf(view.part, seesTrail)}
                  onChange={(part) => onView({ part: part ?? 'versions' })}
                  keepMounted={false}
                >
                  <Tabs.List>
                    <Tabs.Tab value="versions">
                      <Trans>Versions</Trans>
                    </Tabs.Tab>
                    <Tabs.Tab value="readers">
                      <Trans>Acknowledgements</Trans>
                    </Tabs.Tab>
                    {seesTrail && (
                      <Tabs.Tab value="history">
                        <Trans>History</Trans>
                      </Tabs.Tab>
                    )}
                  </Tabs.List>
                  <Tabs.Panel value="versions" pt="md">
                    <VersionList title={loaded.title} versions={loaded.versions} onOpen={setShown} />
                  </Tabs.Panel>
                  <Tabs.Panel value="readers" pt="md">
                    <ReadersReport
                      document={loaded}
                      view={view}
                      onView={onView}
                      onAsk={() => setDialog('ask')}
                    />
                  </Tabs.Panel>
                  {seesTrail && (
                    <Tabs.Panel value="history" pt="md">
                      <Stack gap="md">
                        <TrailList
                          filters={{ recordType: 'hr_documents', recordId: String(loaded.id) }}
                          limit={20}
                        />
                      </Stack>
                    </Tabs.Panel>
                  )}
                </Tabs>
              </Stack>
            )}
          </Load>
        )}
      </Drawer>
      <VersionDialog version={shown} onClose={() => setShown(null)} />
      {data && dialog === 'edit' && <EditDocumentDialog document={data} onClose={close} />}
      {data && dialog === 'upload' && <UploadVersionDialog document={data} onClose={close} />}
      {data && dialog === 'ask' && <RequestReadingDialog document={data} onClose={close} />}
      {data && dialog === 'archive' && <ArchiveDialog document={data} onClose={close} />}
    </>
  );
}

function Facts({ document, today }: { readonly document: DocumentView; readonly today: string }) {
  const { i18n, t } = useLingui();
  const { number } = useFormat();
  const { version } = document;
  return (
    <Paper withBorder p="sm">
      {document.isArchived && (
        <ToneBadge tone="gray" icon={IconArchive}>
          <Trans>Archived</Trans>
        </ToneBadge>
      )}
      <dl className={classes.facts}>
        <dt>{t`Category`}</dt>
        <dd>{i18n._(categoryLabels[document.category])}</dd>
        <dt>{t`Version`}</dt>
        <dd>{number(version.number)}</dd>
        <dt>{t`Effective from`}</dt>
        <dd>{version.effectiveOn === null ? '–' : <CalendarDate value={version.effectiveOn} />}</dd>
        <dt>{t`Review`}</dt>
        <dd>
          <ReviewState document={document} today={today} />
        </dd>
        <dt>{t`Owner`}</dt>
        <dd>{document.ownerName ?? t`No owner`}</dd>
        <dt>{t`Acknowledged`}</dt>
        <dd>
          <ReadBy asked={document.asked} acknowledged={document.acknowledged} />
        </dd>
      </dl>
    </Paper>
  );
}

/** The actions on a document; an archived one can only be restored. */
function Actions({
  document,
  onOpen,
}: {
  readonly document: DocumentView;
  readonly onOpen: (dialog: Dialog) => void;
}) {
  if (document.isArchived) {
    return (
      <Group gap="xs">
        <Button leftSection={<IconArchiveOff size={18} aria-hidden />} onClick={() => onOpen('archive')}>
          <Trans>Restore</Trans>
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="xs">
      <Button leftSection={<IconEye size={18} aria-hidden />} onClick={() => onOpen('ask')}>
        <Trans>Request acknowledgement</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
        onClick={() => onOpen('upload')}
      >
        <Trans>Upload a version</Trans>
      </Button>
      <Button
        variant="default"
        leftSection={<IconPencil size={18} aria-hidden />}
        onClick={() => onOpen('edit')}
      >
        <Trans>Edit</Trans>
      </Button>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconArchive size={18} aria-hidden />}
        onClick={() => onOpen('archive')}
      >
        <Trans>Archive</Trans>
      </Button>
    </Group>
  );
}

function DocumentNotFound() {
  return (
    <EmptyState
      title={<Trans>Document Not Found</Trans>}
      hint={<Trans>The requested document could not be found.</Trans>}
    />
  );
}
