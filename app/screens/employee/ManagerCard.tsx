import { Anchor, Paper, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { addressedName } from '#shared/domain/people/name-changes.ts';
import { shownJobTitle } from '#shared/domain/people/names.ts';
import { useUser } from '#app/lib/session.ts';
import classes from '#app/screens/employee/Employee.module.css';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

/** The contact person (SPEC §2.6): initials, name, job title or 'Manager', an email link; renders nothing for people without a manager. */
export function ManagerCard() {
  const { t } = useLingui();
  const { manager } = useUser();
  if (!manager) return null;
  return (
    <Paper withBorder component="section" className={classes.manager} aria-label={t`Your manager`}>
      <div className={classes.managerHead}>
        <UserAvatar
          firstName={manager.firstName}
          lastName={manager.lastName}
          imageUrl={manager.profileImageUrl}
          size={48}
        />
        <div className={classes.managerWords}>
          <Text fw={650}>{addressedName(manager) || manager.email}</Text>
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
  );
}
