import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconCalendarPlus, IconCopy, IconRefresh } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarFeedContract } from '#shared/contract/calendar-feed.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { queryFor } from '#app/lib/client.ts';
import { copyText } from '#app/lib/copy-text.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { showToast } from '#app/lib/toasts.ts';
import { ConfirmDialog } from '#app/ui/ConfirmDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

type Feed = ResponseOf<typeof calendarFeedContract.get>['feed'];

/** 'Subscribe to due dates' (LRN-03): creates, replaces and ends the secret link for calendars, which is shown once. */
export function CalendarDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const [url, setUrl] = useState<string | null>(null);
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null);
  // A calendar may have requested it since the dialog was last open.
  const query = useQuery({ ...queryFor(calendarFeedContract.get), staleTime: 0 });
  const replace = useCommand(calendarFeedContract.replace, {
    failure: messages.calendarLinkFailed,
    onSuccess: (made) => {
      setUrl(made.url);
      setAsking(null);
    },
  });
  const revoke = useCommand(calendarFeedContract.revoke, {
    success: messages.calendarLinkRevoked,
    failure: messages.calendarLinkFailed,
    onSuccess: () => {
      setUrl(null);
      setAsking(null);
    },
  });
  const busy = replace.isPending || revoke.isPending;
  return (
    <>
      <Modal
        opened={asking === null}
        onClose={onClose}
        title={<Trans>Subscribe to due dates</Trans>}
        size="lg"
      >
        <Stack gap="md">
          <Text size="sm">
            <Trans>
              Your calendar shows the due dates of your open trainings and stays up to date. Add the secret
              link there as a calendar from the internet.
            </Trans>
          </Text>
          <Load query={query} skeleton={<LineSkeletons count={2} label={t`Loading the calendar link...`} />}>
            {({ feed }) => (
              <>
                {url !== null && <NewLink url={url} />}
                <FeedState feed={feed} />
                <DialogFooter>
                  {feed === null ? (
                    <Button
                      leftSection={<IconCalendarPlus size={17} aria-hidden />}
                      loading={busy}
                      onClick={() => replace.mutate({})}
                    >
                      <Trans>Create link</Trans>
                    </Button>
                  ) : (
                    <>
                      <Button
                        variant="default"
                        leftSection={<IconRefresh size={17} aria-hidden />}
                        onClick={() => setAsking('replace')}
                      >
                        <Trans>Replace link</Trans>
                      </Button>
                      <Button variant="light" color="red" onClick={() => setAsking('revoke')}>
                        <Trans>Revoke link</Trans>
                      </Button>
                    </>
                  )}
                </DialogFooter>
              </>
            )}
          </Load>
        </Stack>
      </Modal>
      <ConfirmDialog
        opened={asking === 'replace'}
        title={<Trans>Replace the calendar link</Trans>}
        confirmLabel={<Trans>Replace link</Trans>}
        busy={busy}
        onConfirm={() => replace.mutate({})}
        onClose={() => setAsking(null)}
      >
        <Trans>
          You get a new link. Calendars with the old one no longer receive your due dates until you add the
          new link there.
        </Trans>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'revoke'}
        destructive
        title={<Trans>Revoke the calendar link</Trans>}
        confirmLabel={<Trans>Revoke link</Trans>}
        busy={busy}
        onConfirm={() => revoke.mutate({})}
        onClose={() => setAsking(null)}
      >
        <Trans>
          Calendars with this link no longer receive your due dates. You can create a new link at any time.
        </Trans>
      </ConfirmDialog>
    </>
  );
}

/** The new link, with the only chance to copy it. */
function NewLink({ url }: { readonly url: string }) {
  const { t } = useLingui();
  const copy = async (): Promise<void> => {
    const done = await copyText(url);
    showToast(done ? messages.linkCopied : messages.textNotCopied);
  };
  return (
    <Alert color="teal" variant="light" title={<Trans>Your link is ready</Trans>}>
      <Stack gap="sm">
        <Text size="sm">
          <Trans>
            Copy it now: it is shown only once. Anyone who has it can read your due dates, so do not share it.
          </Trans>
        </Text>
        <TextInput
          label={t`Calendar link`}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap="xs">
          <Button leftSection={<IconCopy size={17} aria-hidden />} onClick={() => void copy()}>
            <Trans>Copy link</Trans>
          </Button>
          <Button
            component="a"
            variant="default"
            href={url.replace(/^https?:/, 'webcal:')}
            leftSection={<IconCalendarPlus size={17} aria-hidden />}
          >
            <Trans>Open in calendar</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** The date of the link, and the last time that a calendar requested it. */
function FeedState({ feed }: { readonly feed: Feed }) {
  if (feed === null) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>No link yet.</Trans>
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      <Trans>
        Link created on <Moment value={feed.createdAt} show="dateTime" />.
      </Trans>{' '}
      {feed.lastFetchedAt === null ? (
        <Trans>No calendar has used it yet.</Trans>
      ) : (
        <Trans>
          Last used <Moment value={feed.lastFetchedAt} show="relative" />.
        </Trans>
      )}
    </Text>
  );
}
