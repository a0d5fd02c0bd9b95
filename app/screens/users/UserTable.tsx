import { Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { RoleBadge } from '#app/features/people/RoleBadge.tsx';
import { CredentialState } from '#app/screens/users/CredentialState.tsx';
import { UserActions, type UserDialog } from '#app/screens/users/UserActions.tsx';
import { UserBadges } from '#app/screens/users/UserBadges.tsx';
import classes from '#app/screens/users/Users.module.css';
import { Email } from '#app/ui/Email.tsx';
import type { Column, TableState } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

/** The table of Users & Roles (SPEC §2.9), paged, sorted and filtered by the server; a row opens the person's page. */
export function UserTable({
  people,
  total,
  limit,
  state,
  onState,
  onOpen,
  selected,
  onSelected,
  bulkBar,
  tools,
  error,
  onRetry,
  empty,
}: {
  readonly people: readonly PersonRow[] | undefined;
  readonly total: number;
  readonly limit: number;
  readonly state: TableState;
  readonly onState: (state: Partial<TableState>) => void;
  readonly onOpen: (dialog: UserDialog, person: PersonRow) => void;
  readonly selected: ReadonlySet<string | number>;
  readonly onSelected: (selected: ReadonlySet<string | number>) => void;
  /** Shown while people are selected. */
  readonly bulkBar: ReactNode;
  /** Stands above the rows: search and filters. */
  readonly tools: ReactNode;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly empty: ReactNode;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const columns = useMemo(
    (): readonly Column<PersonRow>[] => [
      {
        key: 'name',
        title: t`User`,
        sortable: true,
        hideable: false,
        render: (person) => <PersonCell person={person} />,
      },
      {
        key: 'organization',
        title: t`Organization`,
        sortable: true,
        render: ({ organizationName, departmentName }) => (
          <div className={classes.place}>
            <Text size="sm">{organizationName ?? '–'}</Text>
            {departmentName && (
              <Text size="xs" c="dimmed">
                {departmentName}
              </Text>
            )}
          </div>
        ),
      },
      {
        key: 'role',
        title: t`Role`,
        sortable: true,
        render: ({ role }) => role && <RoleBadge role={role} size="sm" />,
      },
      {
        key: 'status',
        title: t`Account Status`,
        sortable: true,
        render: (person) => <UserBadges person={person} />,
      },
      {
        key: 'credential',
        title: t`Preset Password`,
        render: ({ credential }) => <CredentialState credential={credential} />,
      },
      {
        key: 'actions',
        title: t`Actions`,
        hideable: false,
        align: 'right',
        pinned: true,
        render: (person) => <UserActions person={person} onOpen={onOpen} />,
      },
    ],
    [t, onOpen],
  );
  return (
    <DataTable
      id="users"
      label={t`Users`}
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      rowName={nameOf}
      total={total}
      limit={limit}
      state={state}
      onState={onState}
      loadingLabel={t`Loading users...`}
      selected={selected}
      onSelected={onSelected}
      bulkBar={bulkBar}
      tools={tools}
      error={error}
      onRetry={onRetry}
      empty={empty}
      minWidth={1100}
      onOpen={({ id }) => void navigate({ to: '/employee/$userId', params: { userId: id } })}
    />
  );
}

function PersonCell({ person }: { readonly person: PersonRow }) {
  return (
    <div className={classes.person}>
      <UserAvatar
        firstName={person.firstName}
        lastName={person.lastName}
        imageUrl={person.profileImageUrl ?? null}
        size={34}
      />
      <div className={classes.words}>
        <Text size="sm" fw={600}>
          {nameOf(person)}
        </Text>
        <Text size="xs" c="dimmed">
          {person.email !== undefined && <Email address={person.email} />}
        </Text>
      </div>
    </div>
  );
}
