import { Button, Checkbox, Group, Modal, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileText, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { hrDocumentsContract } from '#shared/contract/hr-documents.ts';
import { categoryLabels } from '#app/features/hr/document-categories.ts';
import type { DocumentVersion } from '#app/features/hr/document-file.ts';
import { VersionDialog } from '#app/features/hr/VersionDialog.tsx';
import { VersionList } from '#app/features/hr/VersionList.tsx';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useUser } from '#app/lib/session.ts';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';

type Item = ResponseOf<typeof hrDocumentsContract.list>[number];

/** The documents of the organizations, if the inspection includes them (INS-01): read-only. */
export function RoomDocuments() {
  const { t } = useLingui();
  const granted = useUser().grants.filter(({ sees }) => sees.includes('documents'));
  // Two inspections may cover the same organization.
  const organizations = [
    ...new Map(granted.map(({ organizationSlug, organizationName }) => [organizationSlug, organizationName])),
  ].map(([value, label]) => ({ value, label }));
  const [chosen, setChosen] = useState(organizations[0]?.value ?? '');
  return (
    <Stack gap="sm">
      {organizations.length > 1 && (
        <NativeSelect
          label={t`Organization`}
          data={organizations}
          value={chosen}
          maw={420}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <Documents key={chosen} slug={chosen} />
    </Stack>
  );
}

/** The documents of one organization, the archived ones separately. */
function Documents({ slug }: { readonly slug: string }) {
  const { i18n, t } = useLingui();
  const { number } = useFormat();
  const [archived, setArchived] = useState(false);
  const [open, setOpen] = useState<Item | null>(null);
  const list = useList({
    filters: {},
    ask: () => ({ archived: archived ? ('true' as const) : ('false' as const) }),
    sort: 'title',
    pageKey: 'documents',
    limit: 20,
    page: (query) => pageFor(hrDocumentsContract.list, { params: { slug }, query }),
  });
  return (
    <>
      <Checkbox
        label={<Trans>Archived documents</Trans>}
        checked={archived}
        onChange={({ currentTarget }) => {
          setArchived(currentTarget.checked);
          list.table.onState({ page: '1' });
        }}
      />
      <Load query={list.query} skeleton={<LineSkeletons label={t`Loading documents...`} count={3} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Paper withBorder>
              <EmptyState icon={IconFileText} title={<Trans>No documents</Trans>} />
            </Paper>
          ) : (
            <>
              <Stack
                component="ul"
                gap="xs"
                m={0}
                p={0}
                style={{ listStyle: 'none' }}
                aria-label={t`Documents of the organizations`}
              >
                {rows.map((item) => (
                  <Paper component="li" key={item.id} withBorder p="sm">
                    <Group justify="space-between" gap="sm">
                      <div style={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                        <Text fw={550}>{item.title}</Text>
                        <Text size="sm" c="dimmed">
                          {i18n._(categoryLabels[item.category])} ·{' '}
                          <Trans>Version {number(item.version.number)}</Trans>
                          {item.version.effectiveOn !== null && (
                            <>
                              {' · '}
                              <Trans>
                                Effective from <CalendarDate value={item.version.effectiveOn} />
                              </Trans>
                            </>
                          )}
                        </Text>
                      </div>
                      <Button
                        variant="default"
                        size="xs"
                        leftSection={<IconHistory size={15} aria-hidden />}
                        aria-label={t`Show versions of ${item.title}`}
                        onClick={() => setOpen(item)}
                      >
                        <Trans>Show versions</Trans>
                      </Button>
                    </Group>
                  </Paper>
                ))}
              </Stack>
              <ListFoot list={list.table} />
            </>
          )
        }
      </Load>
      {open && <VersionsDialog item={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** All versions of a document, each to be shown or downloaded. */
function VersionsDialog({ item, onClose }: { readonly item: Item; readonly onClose: () => void }) {
  const { t } = useLingui();
  const document = useQuery(queryFor(hrDocumentsContract.get, { params: { id: item.id } }));
  const [shown, setShown] = useState<DocumentVersion | null>(null);
  return (
    <>
      <Modal opened title={item.title} size="lg" closeOnEscape={shown === null} onClose={onClose}>
        <Stack gap="md">
          <Load query={document} skeleton={<LineSkeletons label={t`Loading the document...`} count={4} />}>
            {({ title, versions }) => <VersionList title={title} versions={versions} onOpen={setShown} />}
          </Load>
          <DialogFooter>
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          </DialogFooter>
        </Stack>
      </Modal>
      <VersionDialog version={shown} onClose={() => setShown(null)} />
    </>
  );
}
