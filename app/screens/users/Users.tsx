import { Button, Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconUserOff, IconUserPlus } from '@tabler/icons-react';
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
import { filtersOf, noFilters, sortOf } from '#app/screens/users/user-query.ts';
import type { UserDialog } from '#app/screens/users/UserActions.tsx';
import { UserCards } from '#app/screens/users/UserCards.tsx';
import { UserDialogs } from '#app/screens/users/UserDialogs.tsx';
import { UserFilters } from '#app/screens/users/UserFilters.tsx';
import { UserStats } from '#app/screens/users/UserStats.tsx';
import { UserTable } from '#app/screens/users/UserTable.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons, LineSkeletons } from '#app/ui/Loading.tsx';
import { Page, PageHeader, Section } from '#app/ui/PageHeader.tsx';
import { windowOf } from '#app/ui/table/columns.ts';
import { TableFoot } from '#app/ui/table/TableFoot.tsx';

const [pageOfTable, pageOfCards] = [50, 20];

type Opened = { readonly dialog: 'create' } | { readonly dialog: UserDialog; readonly person: PersonRow };

/** Users & Roles (SPEC §2.9; USR-01 … USR-05, USR-07, USR-08, AUTH-08, AUTH-14): who may do what, and what each account needs. */
export function Users() {
  const { t } = useLingui();
  const { number } = useFormat();
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  // Where six columns have no room; the sidebar takes its part.
  const cards = useMediaQuery('(max-width: 75em)', undefined, { getInitialValueInEffect: false });
  const pageSize = cards ? pageOfCards : pageOfTable;
  const [view, patch] = useUrlState({ ...noFilters, sort: 'name', page: '1' });
  // Other pages link to the dialog.
  const [linked, unlink] = useUrlState({ dialog: '' });
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = useCallback((dialog: UserDialog, person: PersonRow) => setOpened({ dialog, person }), []);
  const stats = useQuery(queryFor(peopleContract.stats));
  const people = useQuery(
    pageFor(peopleContract.list, {
      query: { ...filtersOf(view), sort: sortOf(view.sort), ...windowOf(view.page, pageSize) },
    }),
  );
  const selection = usePeopleSelection(people.data?.rows, ({ id }) => id, nameOf);
  const bar = <PeopleSelection people={selection.people} onClear={selection.clear} />;
  const shown = people.data ? number(people.data.total) : '…';
  const total = stats.data ? number(stats.data.totalUsers) : '…';
  const filters = <UserFilters view={view} onChange={(changes) => patch({ ...changes, page: '1' })} />;
  const empty = (
    <EmptyState
      icon={IconUserOff}
      title={<Trans>Nobody matches these filters</Trans>}
      hint={<Trans>Another search, or fewer filters, may find whom you look for.</Trans>}
      action={
        <Button variant="default" onClick={() => patch({ ...noFilters, page: '1' })}>
          <Trans>Show everybody</Trans>
        </Button>
      }
    />
  );
  return (
    <Page wide>
      <PageHeader
        title={t`Users & Roles`}
        subtitle={t`People with their roles, organizations and accounts`}
        actions={
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => setOpened({ dialog: 'create' })}
          >
            <Trans>Add User</Trans>
          </Button>
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
        {cards && filters}
        {cards ? (
          <Load
            query={people}
            skeleton={<LineSkeletons height={180} count={4} label={t`Loading users...`} />}
          >
            {({ rows, total: all }) =>
              rows.length === 0 ? (
                <Paper withBorder>{empty}</Paper>
              ) : (
                <>
                  {selection.people.size > 0 && (
                    <Paper withBorder p="sm">
                      {bar}
                    </Paper>
                  )}
                  <UserCards
                    people={rows}
                    selected={selection.selected}
                    onSelected={selection.select}
                    onOpen={open}
                  />
                  <TableFoot
                    total={all}
                    page={view.page}
                    limit={pageSize}
                    onPage={(page) => {
                      patch({ page });
                      window.scrollTo({ top: 0 });
                    }}
                  />
                </>
              )
            }
          </Load>
        ) : (
          <UserTable
            people={people.data?.rows}
            total={people.data?.total ?? 0}
            limit={pageSize}
            state={{ sort: view.sort, page: view.page }}
            onState={patch}
            onOpen={open}
            selected={selection.selected}
            onSelected={selection.select}
            bulkBar={bar}
            tools={filters}
            error={people.error}
            onRetry={() => void people.refetch()}
            empty={empty}
          />
        )}
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
          // Another dialog begins anew.
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
