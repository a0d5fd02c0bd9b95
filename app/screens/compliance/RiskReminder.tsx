import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBellRinging } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent } from 'react';
import type { ReminderType } from '#shared/domain/reminders/manual-reminders.ts';
import { useUser } from '#app/lib/session.ts';
import type { ListedPerson } from '#app/screens/compliance/compliance.ts';

/** Returns the kind of reminder that fits a person of the list (REM-01); null if there is nothing to remind of. */
export function reminderFor({ status, pendingCount, isActive }: ListedPerson): ReminderType | null {
  if (!isActive) return null;
  if (status === 'overdue' || status === 'mixed') return 'overdue_compliance';
  return status === 'pending' && pendingCount > 0 ? 'complete_before_due' : null;
}

/**
 * Send Reminder of High Risk Users (SPEC §2.13, REM-01): renders nothing if the person may not send reminders, or there is nothing to
 * remind of. The list opens the dialog, because clicks in it would otherwise be clicks on the line.
 */
export function RiskReminder({
  person,
  onRemind,
}: {
  readonly person: ListedPerson;
  readonly onRemind: (person: ListedPerson) => void;
}) {
  const { t } = useLingui();
  const { permissions } = useUser();
  // On a phone the text would leave the name only half of the line.
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  if (!permissions.includes('reminders.send') || reminderFor(person) === null) return null;
  const { name } = person;
  const asked = {
    'aria-label': t`Send Reminder to ${name}`,
    onClick: (event: MouseEvent) => {
      event.stopPropagation();
      onRemind(person);
    },
  };
  if (narrow) {
    return (
      <ActionIcon variant="default" size={36} {...asked}>
        <IconBellRinging size={18} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <Button variant="default" size="compact-sm" {...asked}>
      <Trans>Send Reminder</Trans>
    </Button>
  );
}
