import { Alert, Button, Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconCalendarTime,
  IconMailCog,
  IconMailOff,
  IconMailPause,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mostCounted } from '#shared/domain/lists/counted.ts';
import { outboxContract } from '#shared/contract/outbox.ts';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { AnnounceDialog } from '#app/screens/outbox/AnnounceDialog.tsx';
import { MailDrawer } from '#app/screens/outbox/MailDrawer.tsx';
import { OutboxFilters, StatePills } from '#app/screens/outbox/OutboxFilters.tsx';
import { OutboxCards, OutboxTable } from '#app/screens/outbox/OutboxList.tsx';
import {
  changedByOutbox,
  filtersOf,
  noFilters,
  sortOf,
  type OutboxMail,
} from '#app/screens/outbox/outbox-query.ts';
import classes from '#app/screens/outbox/Outbox.module.css';
import { ResendAllDialog } from '#app/screens/outbox/ResendAllDialog.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { windowOf } from '#app/ui/table/columns.ts';
import { TableFoot } from '#app/ui/table/TableFoot.tsx';

const [pageOfTable, pageOfCards] = [50, 20];

/** /outbox (NOT-02): which mails wait, went, failed or are held, and what an administrator can do about it. */
export function Outbox() {
  const { t } = useLingui();
  const { toast } = useMailServer();
  const cards = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const limit = cards ? pageOfCards : pageOfTable;
  const [view, patch] = useUrlState({ ...noFilters, sort: '-createdAt', page: '1' });
  // Other pages link to the dialog.
  const [linked, unlink] = useUrlState({ dialog: '' });
  const [dialog, setDialog] = useState<'announce' | 'failed' | 'held' | null>(null);
  const [opened, setOpened] = useState<OutboxMail | null>(null);
  const [busyId, setBusyId] = useState<number | null>(null);
  // Mails go by themselves: every visit looks anew.
  const summary = useQuery({ ...queryFor(outboxContract.overview), staleTime: 0 });
  const mails = useQuery({
    ...pageFor(outboxContract.list, {
      query: { ...filtersOf(view), sort: sortOf(view.sort), ...windowOf(view.page, limit) },
    }),
    staleTime: 0,
  });
  const resend = useCommand(outboxContract.resend, {
    success: ({ count }) => (count > 0 ? toast(messages.mailResent) : messages.mailChanged),
    failure: messages.mailResendFailed,
    invalidates: changedByOutbox,
  });
  const resendOne = ({ id, state }: OutboxMail): void => {
    if (state === 'sent') return;
    setBusyId(id);
    resend.mutate({ body: { state, ids: [id] } }, { onSettled: () => setBusyId(null) });
  };
  const configured = summary.data?.configured ?? true;
  const filters = (
    <OutboxFilters
      view={view}
      templates={summary.data?.templates ?? []}
      onChange={(changes) => patch({ ...changes, page: '1' })}
    />
  );
  const filtered = Object.keys(filtersOf(view)).length > 0;
  const empty = filtered ? (
    <EmptyState
      icon={IconMailOff}
      title={<Trans>No email matches these filters</Trans>}
      hint={<Trans>Another search, or fewer filters, may find what you look for.</Trans>}
      action={
        <Button variant="default" onClick={() => patch({ ...noFilters, page: '1' })}>
          <Trans>Show all emails</Trans>
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={IconMailOff}
      title={<Trans>No emails yet</Trans>}
      hint={<Trans>Reminders, confirmations and announcements appear here as soon as one is queued.</Trans>}
    />
  );
  const rowProps = { configured, busyId, onResend: resendOne, onOpen: setOpened };
  return (
    <Page wide>
      <PageHeader
        title={t`Outbox`}
        subtitle={t`System emails: queued, sent and failed`}
        actions={
          <>
            <ButtonLink
              to="/outbox/schedule"
              variant="default"
              leftSection={<IconCalendarTime size={18} aria-hidden />}
            >
              <Trans>Reminder schedule</Trans>
            </ButtonLink>
            <ButtonLink
              to="/outbox/texts"
              variant="default"
              leftSection={<IconMailCog size={18} aria-hidden />}
            >
              <Trans>Email texts</Trans>
            </ButtonLink>
            <Button
              leftSection={<IconSpeakerphone size={18} aria-hidden />}
              onClick={() => setDialog('announce')}
            >
              <Trans>New announcement</Trans>
            </Button>
          </>
        }
      />
      {!configured && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconMailPause aria-hidden />}
          title={t`No email server is set up`}
        >
          <Trans>Emails are queued here until SMTP_URL is set.</Trans>
        </Alert>
      )}
      <Load query={summary} skeleton={<LineSkeletons height={40} count={1} label={t`Loading emails...`} />}>
        {({ counts }) => (
          <>
            <StatePills
              counts={counts}
              value={view.state}
              onChange={(state) => patch({ state, page: '1' })}
            />
            {counts.failed + counts.held > 0 && (
              <div className={classes.bulk}>
                {counts.failed > 0 && (
                  <Button variant="default" onClick={() => setDialog('failed')}>
                    <Trans>Retry all failed emails</Trans>
                  </Button>
                )}
                {counts.held > 0 && (
                  <Button variant="default" onClick={() => setDialog('held')}>
                    <Trans>Release all held emails</Trans>
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      </Load>
      {cards && filters}
      {cards ? (
        <Load query={mails} skeleton={<LineSkeletons height={140} count={4} label={t`Loading emails...`} />}>
          {({ rows, total }) =>
            rows.length === 0 ? (
              <Paper withBorder>{empty}</Paper>
            ) : (
              <>
                <OutboxCards mails={rows} {...rowProps} />
                <TableFoot
                  total={total}
                  upTo={mostCounted}
                  page={view.page}
                  limit={limit}
                  onPage={(page) => {
                    patch({ page });
                    window.scrollTo({ top: 0 });
                  }}
                />
              </>
            )
          }
        </Load>
      ) : (
        <OutboxTable
          mails={mails.data?.rows}
          total={mails.data?.total ?? 0}
          limit={limit}
          state={{ sort: view.sort, page: view.page }}
          onState={patch}
          tools={filters}
          error={mails.error}
          onRetry={() => void mails.refetch()}
          empty={empty}
          {...rowProps}
        />
      )}
      <MailDrawer mail={opened} configured={configured} onClose={() => setOpened(null)} />
      {(dialog === 'announce' || linked.dialog === 'announce') && (
        <AnnounceDialog
          onClose={() => {
            setDialog(null);
            if (linked.dialog !== '') unlink({ dialog: '' });
          }}
        />
      )}
      {(dialog === 'failed' || dialog === 'held') && (
        <ResendAllDialog
          state={dialog}
          count={summary.data?.counts[dialog] ?? 0}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  );
}
