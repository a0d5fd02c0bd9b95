import { Paper, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconMailOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { MAX_COUNTED } from '#shared/domain/lists/counted.ts';
import { MailAction, MailStatus, Receiver, Subject } from '#app/screens/outbox/MailFacts.tsx';
import type { OutboxMail } from '#app/screens/outbox/outbox-query.ts';
import classes from '#app/screens/outbox/Outbox.module.css';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import type { DataTableProps } from '#app/ui/table/table-props.ts';
import { Moment } from '#app/ui/Moment.tsx';

interface Resending {
  /** Whether a mail server is configured. */
  readonly configured: boolean;
  /** The email that is being sent again. */
  readonly busyId: number | null;
  readonly onResend: (mail: OutboxMail) => void;
  readonly onOpen: (mail: OutboxMail) => void;
}

/** The table of the outbox, paged, sorted and filtered by the server (NOT-02). */
export function OutboxTable({
  list,
  tools,
  configured,
  busyId,
  onResend,
  onOpen,
}: Resending & Pick<DataTableProps<OutboxMail>, 'list' | 'tools'>) {
  const { t } = useLingui();
  const columns = useMemo(
    (): readonly Column<OutboxMail>[] => [
      {
        key: 'to',
        title: t`To`,
        sortable: true,
        hideable: false,
        render: (mail) => <Receiver mail={mail} />,
      },
      {
        key: 'template',
        title: t`Email`,
        sortable: true,
        render: (mail) => <Subject mail={mail} onOpen={onOpen} />,
      },
      {
        key: 'state',
        title: t`State`,
        hideable: false,
        render: (mail) => <MailStatus mail={mail} configured={configured} />,
      },
      {
        key: 'createdAt',
        title: t`Queued`,
        sortable: true,
        render: ({ createdAt }) => <Moment value={createdAt} show="dateTime" />,
      },
      {
        key: 'actions',
        title: t`Actions`,
        silentTitle: true,
        hideable: false,
        align: 'right',
        pinned: true,
        render: (mail) => <MailAction mail={mail} busy={busyId === mail.id} onResend={onResend} />,
      },
    ],
    [t, configured, busyId, onResend, onOpen],
  );
  return (
    <DataTable
      id="outbox"
      label={t`Emails`}
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      rowName={({ subject, to }) => `${subject}, ${to}`}
      upTo={MAX_COUNTED}
      loadingLabel={t`Loading emails...`}
      tools={tools}
      noMatch={{
        icon: IconMailOff,
        title: <Trans>No email matches these filters</Trans>,
        hint: <Trans>Try another search or remove filters.</Trans>,
        clear: <Trans>Show all emails</Trans>,
      }}
      empty={
        <EmptyState
          icon={IconMailOff}
          title={<Trans>No emails yet</Trans>}
          hint={<Trans>Reminders, confirmations and announcements appear here once they are queued.</Trans>}
        />
      }
      card={(mail) => (
        <Paper component="li" withBorder className={classes.card}>
          <Subject mail={mail} onOpen={onOpen} />
          <Receiver mail={mail} />
          <MailStatus mail={mail} configured={configured} />
          <Text size="xs" c="dimmed" component="div">
            <Trans>
              Queued <Moment value={mail.createdAt} show="dateTime" />
            </Trans>
          </Text>
          <MailAction mail={mail} busy={busyId === mail.id} onResend={onResend} big />
        </Paper>
      )}
      minWidth={880}
    />
  );
}
