import { Alert, Button } from '@mantine/core';
import { IconCalendarTime, IconMailCog, IconMailPause, IconSpeakerphone } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { outboxContract } from '#shared/contract/outbox.ts';
import { pageFor, queryFor } from '#app/lib/client.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { AnnounceDialog } from '#app/screens/outbox/AnnounceDialog.tsx';
import { MailDrawer } from '#app/screens/outbox/MailDrawer.tsx';
import { OutboxFilters, StatePills } from '#app/screens/outbox/OutboxFilters.tsx';
import { OutboxTable } from '#app/screens/outbox/OutboxList.tsx';
import { filtersOf, noFilters, type OutboxMail } from '#app/screens/outbox/outbox-query.ts';
import classes from '#app/screens/outbox/Outbox.module.css';
import { ResendAllDialog } from '#app/screens/outbox/ResendAllDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { ButtonLink } from '#app/ui/links.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';
import { useList } from '#app/ui/table/use-list.ts';

/** /outbox (NOT-02): the emails that are pending, sent, failed or held, and an administrator's actions on them. */
export function Outbox() {
  const { t } = useLingui();
  const { toast } = useMailServer();
  const list = useList({
    filters: noFilters,
    ask: filtersOf,
    sorts: ['createdAt', 'to', 'template', 'attempts'],
    sort: '-createdAt',
    limit: 50,
    cards: { below: '62em', limit: 20 },
    // Emails are sent automatically: every visit reloads the list.
    page: (query) => ({ ...pageFor(outboxContract.list, { query }), staleTime: 0 }),
  });
  const { view, change } = list;
  // Other pages link to the dialog.
  const [linked, unlink] = useUrlState({ dialog: '' });
  const [dialog, setDialog] = useState<'announce' | 'failed' | 'held' | null>(null);
  const [opened, setOpened] = useState<OutboxMail | null>(null);
  const [busyId, setBusyId] = useState<number | null>(null);
  const summary = useQuery({ ...queryFor(outboxContract.overview), staleTime: 0 });
  const resend = useCommand(outboxContract.resend, {
    success: ({ count }) => (count > 0 ? toast(messages.mailResent) : messages.mailChanged),
    failure: messages.mailResendFailed,
  });
  const resendOne = ({ id, state }: OutboxMail): void => {
    if (state === 'sent') return;
    setBusyId(id);
    resend.mutate({ body: { state, ids: [id] } }, { onSettled: () => setBusyId(null) });
  };
  const configured = summary.data?.configured ?? true;
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
            <StatePills counts={counts} value={view.state} onChange={(state) => change({ state })} />
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
      <OutboxTable
        list={list.table}
        tools={<OutboxFilters view={view} templates={summary.data?.templates ?? []} onChange={change} />}
        configured={configured}
        busyId={busyId}
        onResend={resendOne}
        onOpen={setOpened}
      />
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
