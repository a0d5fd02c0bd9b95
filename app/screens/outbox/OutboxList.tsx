import { Paper, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, type ReactNode } from 'react';
import { mostCounted } from '#shared/domain/lists/counted.ts';
import { MailAction, MailStanding, Receiver, Subject } from '#app/screens/outbox/MailFacts.tsx';
import type { OutboxMail } from '#app/screens/outbox/outbox-query.ts';
import classes from '#app/screens/outbox/Outbox.module.css';
import type { Column, TableState } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import { Moment } from '#app/ui/Moment.tsx';

interface Resending {
  /** Whether a mail server is configured. */
  readonly configured: boolean;
  /** The mail that is being sent again. */
  readonly busyId: number | null;
  readonly onResend: (mail: OutboxMail) => void;
  readonly onOpen: (mail: OutboxMail) => void;
}

/** The table of the outbox, paged, sorted and filtered by the server (NOT-02). */
export function OutboxTable({
  mails,
  total,
  limit,
  state,
  onState,
  tools,
  error,
  onRetry,
  empty,
  configured,
  busyId,
  onResend,
  onOpen,
}: Resending & {
  readonly mails: readonly OutboxMail[] | undefined;
  readonly total: number;
  readonly limit: number;
  readonly state: TableState;
  readonly onState: (state: Partial<TableState>) => void;
  readonly tools: ReactNode;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly empty: ReactNode;
}) {
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
        render: (mail) => <MailStanding mail={mail} configured={configured} />,
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
      rows={mails}
      rowKey={({ id }) => id}
      rowName={({ subject, to }) => `${subject}, ${to}`}
      total={total}
      upTo={mostCounted}
      limit={limit}
      state={state}
      onState={onState}
      loadingLabel={t`Loading emails...`}
      tools={tools}
      error={error}
      onRetry={onRetry}
      empty={empty}
      minWidth={880}
    />
  );
}

/** The same mails where a table of five columns has no room. */
export function OutboxCards({
  mails,
  configured,
  busyId,
  onResend,
  onOpen,
}: Resending & { readonly mails: readonly OutboxMail[] }) {
  const { t } = useLingui();
  return (
    <ul className={classes.cards} aria-label={t`Emails`}>
      {mails.map((mail) => (
        <Paper key={mail.id} component="li" withBorder className={classes.card}>
          <Subject mail={mail} onOpen={onOpen} />
          <Receiver mail={mail} />
          <MailStanding mail={mail} configured={configured} />
          <Text size="xs" c="dimmed" component="div">
            <Trans>
              Queued <Moment value={mail.createdAt} show="dateTime" />
            </Trans>
          </Text>
          <MailAction mail={mail} busy={busyId === mail.id} onResend={onResend} big />
        </Paper>
      ))}
    </ul>
  );
}
