import { ActionIcon, Button, Tooltip, type ButtonProps } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ReminderType } from '#shared/domain/reminders/manual-reminders.ts';
import { ReminderDialog } from '#app/features/reminders/ReminderDialog.tsx';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';

/**
 * A button that opens the reminder dialog (REM-01), for several people or for the given ones; renders nothing for people who
 * may not send reminders.
 */
export function SendReminders({
  userIds,
  type,
  linkable = false,
  moduleId,
  ...button
}: {
  readonly userIds?: readonly string[];
  /** Offers the people who have this module open or expired. */
  readonly moduleId?: number;
  readonly type?: ReminderType;
  /** Whether an address with `dialog=remind` opens it; for one button per screen. */
  readonly linkable?: boolean;
} & ButtonProps) {
  const { permissions } = useUser();
  const [linked, unlink] = useUrlState({ dialog: '' });
  const [pressed, setPressed] = useState(false);
  const byAddress = linkable && linked.dialog === 'remind';
  if (!permissions.includes('reminders.send')) return null;
  const close = (): void => {
    setPressed(false);
    if (byAddress) unlink({ dialog: '' });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBellRinging size={18} aria-hidden />}
        {...button}
        onClick={() => setPressed(true)}
      >
        {userIds?.length === 1 ? <Trans>Send Reminder</Trans> : <Trans>Send Reminders</Trans>}
      </Button>
      <ReminderDialog
        opened={pressed || byAddress}
        onClose={close}
        userIds={userIds}
        type={type}
        moduleId={moduleId}
      />
    </>
  );
}

/** The same as an icon for one line of a list, which has no space for text; the list opens the dialog. */
export function RemindIcon({
  name,
  tabIndex,
  onClick,
}: {
  readonly name: string;
  readonly tabIndex?: number;
  readonly onClick: () => void;
}) {
  const { t } = useLingui();
  const label = t`Send a reminder to ${name}`;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={30} tabIndex={tabIndex} aria-label={label} onClick={onClick}>
        <IconBellRinging size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
