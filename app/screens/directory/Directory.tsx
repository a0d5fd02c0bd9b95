import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { directoryContract as contract } from '#shared/contract/directory.ts';
import { RoleBadge } from '#app/features/people/RoleBadge.tsx';
import { HistoryButton } from '#app/features/trail/HistoryButton.tsx';
import { pageFor } from '#app/lib/client.ts';
import { Connect } from '#app/screens/directory/Connect.tsx';
import { GroupRole } from '#app/screens/directory/GroupRole.tsx';
import type { DirectoryGroup } from '#app/screens/directory/directory-texts.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { SearchField } from '#app/ui/SearchField.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';

/** /directory (OPS-06): how a company directory is connected, and which of its groups give a role. */
export function Directory() {
  const { t } = useLingui();
  const [choosing, setChoosing] = useState<DirectoryGroup | null>(null);
  const list = useList({
    filters: { q: '' },
    ask: ({ q }) => (q === '' ? {} : { q }),
    limit: 20,
    page: (query) => ({ ...pageFor(contract.groups, { query }), staleTime: 0 }),
  });
  return (
    <Page>
      <PageHeader
        title={t`Company Directory`}
        subtitle={t`Create, change and deactivate accounts automatically (SCIM)`}
      />
      <Connect />
      <Title order={2} size="h4">
        <Trans>Groups</Trans>
      </Title>
      <Text size="sm" c="dimmed">
        <Trans>
          People from the directory start as learners. Choose the groups whose members become managers. The
          directory cannot make anybody an administrator.
        </Trans>
      </Text>
      <SearchField
        value={list.view.q}
        placeholder={t`Search groups...`}
        onSearch={(q) => list.change({ q })}
      />
      <Load query={list.query} skeleton={<LineSkeletons label={t`Loading groups...`} count={3} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Paper withBorder>
              <EmptyState
                icon={IconUsersGroup}
                title={list.view.q === '' ? <Trans>No groups yet</Trans> : <Trans>No groups found</Trans>}
                hint={
                  list.view.q === '' ? (
                    <Trans>Groups appear here when the directory sends them.</Trans>
                  ) : (
                    <Trans>Try another name.</Trans>
                  )
                }
              />
            </Paper>
          ) : (
            <>
              <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Groups`}>
                {rows.map((group) => (
                  <GroupCard key={group.id} group={group} onChoose={() => setChoosing(group)} />
                ))}
              </Stack>
              <ListFoot list={list.table} />
            </>
          )
        }
      </Load>
      {choosing && <GroupRole group={choosing} onClose={() => setChoosing(null)} />}
    </Page>
  );
}

function GroupCard({ group, onChoose }: { readonly group: DirectoryGroup; readonly onChoose: () => void }) {
  const { t } = useLingui();
  const { id, name, organization, members, unknownMembers, role, updatedAt } = group;
  return (
    <Paper component="li" withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {role && <RoleBadge role={role} />}
      </Group>
      <Text size="sm">
        {organization === null ? <Trans>All organizations</Trans> : organization.name}
        {' · '}
        <Plural value={members} one="# person" other="# people" />
      </Text>
      {unknownMembers > 0 && (
        <Text size="sm" c="dimmed">
          <Plural
            value={unknownMembers}
            one="# member is not in TrainTrail yet."
            other="# members are not in TrainTrail yet."
          />
        </Text>
      )}
      <Text size="sm" c="dimmed" component="div">
        <Trans>
          Last changed <Moment value={updatedAt} show="dateTime" />
        </Trans>
      </Text>
      <Group gap="md" mt="xs">
        <HistoryButton name={name} of={{ recordType: 'directory_groups', recordId: String(id) }} />
        <Button variant="default" size="compact-sm" aria-label={t`Choose role of ${name}`} onClick={onChoose}>
          <Trans>Choose role</Trans>
        </Button>
      </Group>
    </Paper>
  );
}
