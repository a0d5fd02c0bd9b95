import { Button, Text } from '@mantine/core';
import { IconBellOff, IconChecks } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { UIEvent } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { notificationsContract as contract } from '#shared/contract/notifications.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import classes from '#app/shell/bell/Bell.module.css';
import { BellRow } from '#app/shell/bell/BellRow.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** The query of the list. */
export type BellQuery = UseQueryResult<ResponseOf<typeof contract.list>>;

/** Distance from the end at which more notifications are fetched, in pixels. */
const nearEnd = 160;

/** The scrolling list under the bell (SPEC §2.3, SHELL-04, NOT-01). */
export function BellList({
  query,
  more,
  onMore,
  onLeave,
}: {
  readonly query: BellQuery;
  /** There may be older notifications. */
  readonly more: boolean;
  readonly onMore: () => void;
  /** Called when the person goes to a record. */
  readonly onLeave: () => void;
}) {
  const { t } = useLingui();
  const readAll = useCommand(contract.readAll, {
    failure: messages.notificationsReadFailed,
  });
  const scrolled = ({ currentTarget: list }: UIEvent<HTMLDivElement>) => {
    const left = list.scrollHeight - list.scrollTop - list.clientHeight;
    if (left < nearEnd && more && !query.isPlaceholderData) onMore();
  };
  return (
    <>
      <div className={classes.head}>
        <Text component="h2" fw={600} size="md" m={0}>
          <Trans>Notifications</Trans>
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconChecks size={16} aria-hidden />}
          disabled={!query.data?.unreadCount}
          loading={readAll.isPending}
          onClick={() => readAll.mutate({})}
        >
          <Trans>Mark all as read</Trans>
        </Button>
      </div>
      <div className={classes.scroll} onScroll={scrolled}>
        <Load query={query} skeleton={<LineSkeletons label={t`Loading...`} count={4} height={56} />}>
          {({ notifications }) =>
            notifications.length === 0 ? (
              <EmptyState
                icon={IconBellOff}
                title={<Trans>No notifications yet</Trans>}
                hint={<Trans>Notifications about you and your team appear here.</Trans>}
              />
            ) : (
              <ul className={classes.list}>
                {notifications.map((notification) => (
                  <BellRow key={notification.id} notification={notification} onLeave={onLeave} />
                ))}
                {query.isPlaceholderData && (
                  <li className={classes.more}>
                    <LineSkeletons label={t`Loading...`} count={1} height={56} />
                  </li>
                )}
              </ul>
            )
          }
        </Load>
      </div>
    </>
  );
}
