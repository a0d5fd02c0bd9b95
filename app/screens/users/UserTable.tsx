import { Text } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { RoleBadge } from '#app/features/people/RoleBadge.tsx';
import { CredentialState } from '#app/screens/users/CredentialState.tsx';
import { UserActions, type UserDialog } from '#app/screens/users/UserActions.tsx';
import { UserCard } from '#app/screens/users/UserCard.tsx';
import { UserBadges } from '#app/screens/users/UserBadges.tsx';
import classes from '#app/screens/users/Users.module.css';
import { Email } from '#app/ui/Email.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import type { DataTableProps } from '#app/ui/table/table-props.ts';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

/** The table of Users & Roles (SPEC §2.9), paged, sorted and filtered by the server; a row opens the person's page. */
export function UserTable({
  onOpen,
  ...table
}: Pick<DataTableProps<PersonRow>, 'list' | 'selected' | 'onSelected' | 'bulkBar' | 'tools'> & {
  readonly onOpen: (dialog: UserDialog, person: PersonRow) => void;
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
      {...table}
      id="users"
      label={t`Users`}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={nameOf}
      loadingLabel={t`Loading users...`}
      noMatch={{
        icon: IconUserOff,
        title: <Trans>No one matches these filters</Trans>,
        hint: <Trans>Try another search or remove filters.</Trans>,
        clear: <Trans>Show everyone</Trans>,
      }}
      empty={null}
      minWidth={1100}
      card={(person, box) => <UserCard person={person} box={box} onOpen={onOpen} />}
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
