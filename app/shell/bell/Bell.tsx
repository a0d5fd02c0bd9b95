import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { notificationsContract as contract } from '#shared/contract/notifications.ts';
import { unreadBadge } from '#shared/domain/notifications/types.ts';
import { queryFor } from '#app/lib/client.ts';
import { useInvalidate } from '#app/lib/query.ts';
import classes from '#app/shell/bell/Bell.module.css';
import { BellList } from '#app/shell/bell/BellList.tsx';
import { useBellStream } from '#app/shell/bell/use-bell-stream.ts';

/** The interval at which the list is requested in addition to pushed updates (SPEC §9), in milliseconds. */
const pollEvery = 30_000;

/** The number of notifications at the start, and the number added each time the end of the list is reached. */
const pageLength = 20;
const longest = 1000;

/** The bell of administrators and managers (SPEC §2.3, SHELL-04): the number of unread notifications, and the list. */
export function Bell() {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  const [limit, setLimit] = useState(pageLength);
  const invalidate = useInvalidate();
  const query = useQuery({
    ...queryFor(contract.list, { query: { limit } }),
    refetchInterval: pollEvery,
    placeholderData: keepPreviousData,
  });
  useBellStream(() => void invalidate(contract.read));
  const unread = query.data?.unreadCount ?? 0;
  const badge = unreadBadge(unread);
  const change = (open: boolean) => {
    setOpened(open);
    if (!open) setLimit(pageLength);
  };
  return (
    <Popover
      opened={opened}
      onChange={change}
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withinPortal
      shadow="md"
      radius="md"
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          className={classes.bell}
          onClick={() => change(!opened)}
          aria-label={
            badge === null
              ? t`Notifications`
              : // The label contains the text of the badge, because people who use voice control say what they see.
                t`Notifications, ${badge} unread`
          }
        >
          <IconBell size={21} stroke={1.8} aria-hidden />
          {badge !== null && (
            <span className={classes.badge} aria-hidden="true" data-testid="bell-badge">
              {badge}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t`Notifications`} aria-modal="true">
        <BellList
          query={query}
          onLeave={() => change(false)}
          more={(query.data?.notifications.length ?? 0) >= limit && limit < longest}
          onMore={() => setLimit((now) => Math.min(longest, now + pageLength))}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
