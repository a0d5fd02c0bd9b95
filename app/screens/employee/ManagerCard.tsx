import { Anchor, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconMail } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { peopleContract } from '#shared/contract/people.ts';
import { fullName, shownJobTitle } from '#shared/domain/people/names.ts';
import { queryFor } from '#app/lib/client.ts';
import classes from '#app/screens/employee/Employee.module.css';
import { Load } from '#app/ui/Load.tsx';
import { CardSkeletons } from '#app/ui/Loading.tsx';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

/** Whom to ask (SPEC §2.6): initials, name, job title or 'Manager', a mail link; nothing for people without a manager. */
export function ManagerCard() {
  const { t } = useLingui();
  const query = useQuery(queryFor(peopleContract.ownManager));
  return (
    <Load
      query={query}
      skeleton={<CardSkeletons count={1} height={132} label={t`Loading your manager...`} />}
    >
      {({ manager }) =>
        manager && (
          <Paper withBorder component="section" className={classes.manager} aria-label={t`Your manager`}>
            <div className={classes.managerHead}>
              <UserAvatar
                firstName={manager.firstName}
                lastName={manager.lastName}
                imageUrl={manager.profileImageUrl}
                size={48}
              />
              <div className={classes.managerWords}>
                <Text fw={650}>{fullName(manager) || manager.email}</Text>
                <Text size="sm" c="dimmed">
                  {shownJobTitle(manager.jobTitle) ?? <Trans>Manager</Trans>}
                </Text>
              </div>
            </div>
            <Anchor href={`mailto:${manager.email}`} size="sm" className={classes.mail}>
              <IconMail size={16} aria-hidden />
              <span>{manager.email}</span>
            </Anchor>
            <Text size="sm" c="dimmed">
              <Trans>Contact your manager for training concerns or questions</Trans>
            </Text>
          </Paper>
        )
      }
    </Load>
  );
}
