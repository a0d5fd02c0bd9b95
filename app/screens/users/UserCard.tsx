import { Paper, Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { RoleBadge } from '#app/features/people/RoleBadge.tsx';
import { CredentialState } from '#app/screens/users/CredentialState.tsx';
import { UserActions, type UserDialog } from '#app/screens/users/UserActions.tsx';
import { UserBadges } from '#app/screens/users/UserBadges.tsx';
import classes from '#app/screens/users/Users.module.css';
import { Email } from '#app/ui/Email.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

/** A person of Users & Roles if a table of six columns does not fit. */
export function UserCard({
  person,
  box,
  onOpen,
}: {
  readonly person: PersonRow;
  /** The box that selects the person. */
  readonly box: ReactNode;
  readonly onOpen: (dialog: UserDialog, person: PersonRow) => void;
}) {
  const { t } = useLingui();
  return (
    <Paper component="li" withBorder className={classes.card}>
      <div className={classes.cardHead}>
        {box}
        <UserAvatar
          firstName={person.firstName}
          lastName={person.lastName}
          imageUrl={person.profileImageUrl ?? null}
          size={40}
        />
        <div className={classes.words}>
          <TextLink to="/employee/$userId" params={{ userId: person.id }} fw={650} size="sm">
            {nameOf(person)}
          </TextLink>
          <Text size="xs" c="dimmed">
            {person.email !== undefined && <Email address={person.email} />}
          </Text>
          <Text size="xs" c="dimmed">
            {[person.organizationName, person.departmentName].filter(Boolean).join(' · ')}
          </Text>
        </div>
      </div>
      <div className={classes.badges}>
        {person.role && <RoleBadge role={person.role} size="sm" />}
        <UserBadges person={person} />
      </div>
      {person.role !== 'admin' && (
        <Text component="div" size="xs" c="dimmed" className={classes.preset}>
          <span>{t`Preset Password`}</span> <CredentialState credential={person.credential} />
        </Text>
      )}
      <UserActions person={person} onOpen={onOpen} big />
    </Paper>
  );
}
