import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconBuilding, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { pageFor } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { HistoryDialog } from '#app/features/trail/HistoryDialog.tsx';
import { DepartmentsDialog } from '#app/screens/organizations/DepartmentsDialog.tsx';
import { OrganizationCard } from '#app/screens/organizations/OrganizationCard.tsx';
import { OrganizationFormDialog } from '#app/screens/organizations/OrganizationFormDialog.tsx';
import { pageSize, type OrganizationRow } from '#app/screens/organizations/organizations.ts';
import { RemoveDialog } from '#app/screens/organizations/RemoveDialog.tsx';
import { useMembers } from '#app/screens/organizations/use-members.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { CardGrid } from '#app/ui/StatCard.tsx';

type Opened =
  | { readonly dialog: 'create' }
  | {
      readonly dialog: 'edit' | 'departments' | 'history' | 'remove';
      readonly organization: OrganizationRow;
    };

/** /organizations (SPEC §2.11; ORG-01 … ORG-03): cards with members, departments, archive. */
export function Organizations() {
  const { t } = useLingui();
  const [view, patch] = useUrlState({ q: '', show: 'active', page: '1' });
  // Other pages link to the dialog.
  const [linked, unlink] = useUrlState({ dialog: '' });
  const [chosen, setOpened] = useState<Opened | null>(null);
  const opened = chosen ?? (linked.dialog === 'create' ? { dialog: 'create' as const } : null);
  const [text, setText] = useState(view.q);
  const search = useDebouncedCallback((q: string) => patch({ q, page: '1' }), 250);
  const pages = Math.min(40, Math.max(1, Number.parseInt(view.page, 10) || 1));
  const archived = view.show === 'archived';
  const organizations = useQuery(
    pageFor(organizationsContract.list, {
      query: {
        sort: 'name',
        limit: pageSize * pages,
        isActive: archived ? 'false' : 'true',
        ...(view.q ? { q: view.q } : {}),
      },
    }),
  );
  const members = useMembers(organizations.data?.rows ?? []);
  const close = () => {
    setOpened(null);
    if (linked.dialog !== '') unlink({ dialog: '' });
  };
  return (
    <Page wide>
      <PageHeader
        title={t`Organizations`}
        subtitle={t`Companies and sites with their departments and people`}
        actions={
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setOpened({ dialog: 'create' })}
          >
            <Trans>Add Organization</Trans>
          </Button>
        }
      />
      <Group gap="sm" align="end">
        <TextInput
          label={t`Search`}
          placeholder={t`Name or type`}
          leftSection={<IconSearch size={16} aria-hidden />}
          type="search"
          value={text}
          maxLength={200}
          style={{ flex: '1 1 240px', maxWidth: 420 }}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            search(currentTarget.value);
          }}
        />
        <SegmentedControl
          aria-label={t`Which organizations`}
          value={archived ? 'archived' : 'active'}
          onChange={(show) => patch({ show, page: '1' })}
          data={[
            { value: 'active', label: t`Active` },
            { value: 'archived', label: t`Archived` },
          ]}
        />
      </Group>
      <Load
        query={organizations}
        skeleton={<CardSkeletons count={6} height={280} label={t`Loading organizations...`} />}
      >
        {({ rows, total }) => (
          <>
            <Text size="sm" c="dimmed" role="status">
              <Plural value={total} one="# organization" other="# organizations" />
            </Text>
            {rows.length === 0 ? (
              <NoOrganizations
                archived={archived}
                searched={view.q !== ''}
                onAdd={() => setOpened({ dialog: 'create' })}
              />
            ) : (
              <CardGrid min={340}>
                {rows.map((organization) => (
                  <OrganizationCard
                    key={organization.id}
                    organization={organization}
                    members={members.of(organization.id)}
                    membersError={members.error}
                    onRetryMembers={members.retry}
                    onOpen={(dialog) => setOpened({ dialog, organization })}
                  />
                ))}
              </CardGrid>
            )}
            {rows.length < total && (
              <Group justify="center">
                <Button
                  variant="default"
                  loading={organizations.isFetching}
                  onClick={() => patch({ page: String(pages + 1) })}
                >
                  <Trans>Show more</Trans>
                </Button>
              </Group>
            )}
          </>
        )}
      </Load>
      {opened?.dialog === 'create' && <OrganizationFormDialog organization={null} onClose={close} />}
      {opened?.dialog === 'edit' && (
        <OrganizationFormDialog organization={opened.organization} onClose={close} />
      )}
      {opened?.dialog === 'departments' && (
        <DepartmentsDialog organization={opened.organization} onClose={close} />
      )}
      {opened?.dialog === 'history' && (
        <HistoryDialog
          name={opened.organization.name}
          of={{ recordType: 'organizations', recordId: String(opened.organization.id) }}
          onClose={close}
        />
      )}
      {opened?.dialog === 'remove' && <RemoveDialog organization={opened.organization} onClose={close} />}
    </Page>
  );
}

function NoOrganizations({
  archived,
  searched,
  onAdd,
}: {
  readonly archived: boolean;
  readonly searched: boolean;
  readonly onAdd: () => void;
}) {
  return (
    <EmptyState
      icon={IconBuilding}
      title={<Trans>No organizations found</Trans>}
      hint={
        searched ? (
          <Trans>No organization matches this search.</Trans>
        ) : archived ? (
          <Trans>Archived organizations are shown here and can be restored.</Trans>
        ) : (
          <Trans>Add the first one, then its departments and its people.</Trans>
        )
      }
      action={
        !searched &&
        !archived && (
          <Button onClick={onAdd}>
            <Trans>Add Organization</Trans>
          </Button>
        )
      }
    />
  );
}
