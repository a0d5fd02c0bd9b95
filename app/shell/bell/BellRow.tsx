import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { notificationsContract as contract } from '#shared/contract/notifications.ts';
import { notificationIcon } from '#shared/domain/notifications/types.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import classes from '#app/shell/bell/Bell.module.css';
import { bellIcons } from '#app/shell/bell/bell-icons.ts';
import { Moment } from '#app/ui/Moment.tsx';

type Notification = ResponseOf<typeof contract.list>['notifications'][number];

/** One notification. A click marks it as read and opens its record (SPEC §4). Only unread ones cause a call. */
export function BellRow({
  notification,
  onLeave,
}: {
  readonly notification: Notification;
  readonly onLeave: () => void;
}) {
  const router = useRouter();
  const read = useCommand(contract.read, {
    failure: messages.notificationReadFailed,
  });
  const { id, type, title, message, isRead, createdAt, path } = notification;
  const [TheIcon, tone] = bellIcons[notificationIcon(type)];
  const click = (event: MouseEvent) => {
    if (!isRead && !read.isPending) read.mutate({ params: { id } });
    // In a new tab it opens like any other link.
    if (path === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onLeave();
    router.history.push(path);
  };
  const content = (
    <>
      <span className={classes.icon} data-tone={tone}>
        <TheIcon size={18} stroke={1.8} aria-hidden />
      </span>
      <span className={classes.text}>
        <span className={classes.title}>
          {title}
          {!isRead && (
            <VisuallyHidden>
              {' '}
              <Trans>(unread)</Trans>
            </VisuallyHidden>
          )}
        </span>
        <span className={classes.message}>{message}</span>
        <span className={classes.when}>
          <Moment value={createdAt} show="relative" />
        </span>
      </span>
      {!isRead && <span className={classes.dot} aria-hidden="true" />}
    </>
  );
  return (
    <li>
      {path === null ? (
        <UnstyledButton className={classes.row} data-unread={!isRead || undefined} onClick={click}>
          {content}
        </UnstyledButton>
      ) : (
        <UnstyledButton
          component="a"
          href={path}
          className={classes.row}
          data-unread={!isRead || undefined}
          onClick={click}
        >
          {content}
        </UnstyledButton>
      )}
    </li>
  );
}
