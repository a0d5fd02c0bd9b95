import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { peopleContract } from '#shared/contract/people.ts';
import { AssignModulesDialog } from '#app/features/assigning/AssignModulesDialog.tsx';
import { PeopleSelection } from '#app/features/assigning/PeopleSelection.tsx';
import { usePeopleSelection } from '#app/features/assigning/use-people-selection.ts';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { NameRequests } from '#app/features/names/NameRequests.tsx';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { CreateUserDialog } from '#app/screens/users/CreateUserDialog.tsx';
import { filtersOf, noFilters } from '#app/screens/users/user-query.ts';
import type { UserDialog } from '#app/screens/users/UserActions.tsx';
import { UserDialogs } from '#app/screens/users/UserDialogs.tsx';
import { UserFilters } from '#app/screens/users/UserFilters.tsx';
import { UserStats } from '#app/screens/users/UserStats.tsx';
import { UserTable } from '#app/screens/users/UserTable.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { useList } from '#app/ui/table/use-list.ts';

type Opened = { readonly dialog: 'create' } | { readonly dialog: UserDialog; readonly person: PersonRow };

/** Users & Roles (SPEC §2.9; USR-01 … USR-05, USR-07, USR-08, AUTH-08, AUTH-14): the permissions and the state of each account. */
export function Users() {
  const { t } = useLingui();
  const { number } = useFormat();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const list = useList({
    filters: noFilters,
    ask: filtersOf,
    sorts: ['name', 'organization', 'role', 'status'],
    sort: 'name',
    limit: 50,
    // Cards are used if six columns do not fit; the sidebar takes part of the width.
    cards: { below: '75em', limit: 20 },
    page: (query) => pageFor(peopleContract.list, { query }),
  });
  // Other pages link to the dialog.
  const [linked, unlink] = useUrlState({ dialog: '' });
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useCallback((dialog: UserDialog, person: PersonRow) => setOpened({ dialog, person }), []);
  const stats = useQuery(queryFor(peopleContract.stats));
  const people = list.query;
  const selection = usePeopleSelection(people.data?.rows, ({ id }) => id, nameOf);
  const shown = people.data ? number(people.data.total) : '…';
  const total = stats.data ? number(stats.data.totalUsers) : '…';
  return (
    <Page wide>
      <PageHeader
        title={t`Users & Roles`}
        subtitle={t`People with their roles, organizations and accounts`}
        actions={
          <>
            <ButtonLink
              to="/users/import"
              variant="default"
              leftSection={<IconFileImport size={18} aria-hidden />}
            >
              <Trans>Import people</Trans>
            </ButtonLink>
            <Button
              leftSection={<IconUserPlus size={18} aria-hidden />}
              onClick={() => setOpened({ dialog: 'create' })}
            >
              <Trans>Add User</Trans>
            </Button>
          </>
        }
      />
      <Load query={stats} skeleton={<CardSkeletons label={t`Loading users...`} />}>
        {(figures) => <UserStats stats={figures} phone={phone} />}
      </Load>
      <NameRequests />
      <Section
        title={
          <Trans>
            Users ({shown} of {total})
          </Trans>
        }
      >
        <UserTable
          list={list.table}
          onOpen={open}
          selected={selection.selected}
          onSelected={selection.select}
          bulkBar={<PeopleSelection people={selection.people} onClear={selection.clear} />}
          tools={<UserFilters view={list.view} onChange={list.change} />}
        />
      </Section>
      {(opened?.dialog === 'create' || linked.dialog === 'create') && (
        <CreateUserDialog
          onClose={() => {
            setOpened(null);
            unlink({ dialog: '' });
          }}
        />
      )}
      {linked.dialog === 'assign' && <AssignModulesDialog onClose={() => unlink({ dialog: '' })} />}
      {opened && 'person' in opened && (
        <UserDialogs
          // Another dialog is mounted again.
          key={opened.dialog}
          dialog={opened.dialog}
          person={opened.person}
          onOpen={open}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}
