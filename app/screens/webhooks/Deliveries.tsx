import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { webhooksContract as contract } from '#shared/contract/webhooks.ts';
import { MAX_COUNTED } from '#shared/domain/lists/counted.ts';
import { deliveryStates } from '#shared/domain/webhooks/delivery.ts';
import type { WebhookEvent } from '#shared/domain/webhooks/events.ts';
import { pageFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import {
  deliveryLooks,
  eventLabels,
  refreshInterval,
  problemLabels,
  sentAgain,
  type DeliveryView,
  type WebhookView,
} from '#app/screens/webhooks/webhook-labels.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';
import { useList } from '#app/ui/table/use-list.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The past and pending deliveries of a webhook, with the answers (OPS-06). */
export function Deliveries({ webhook: { id, isActive, failed } }: { readonly webhook: WebhookView }) {
  const { t, i18n } = useLingui();
  const [busyId, setBusyId] = useState<number | null>(null);
  const resend = useCommand(contract.resend, { success: sentAgain });
  const list = useList({
    filters: { state: '' },
    ask: ({ state }) => {
      const known = deliveryStates.find((one) => one === state);
      return known ? { state: known } : {};
    },
    limit: 50,
    cards: { below: '62em', limit: 20 },
    page: (query) => ({
      ...pageFor(contract.deliveries, { params: { id: String(id) }, query }),
      staleTime: 0,
      refetchInterval: refreshInterval,
    }),
  });
  const { mutate } = resend;
  const columns = useMemo(
    (): readonly Column<DeliveryView>[] => [
      { key: 'event', title: t`Event`, hideable: false, render: (one) => <EventName delivery={one} /> },
      { key: 'state', title: t`State`, hideable: false, render: (one) => <Standing delivery={one} /> },
      { key: 'answer', title: t`Answer`, render: (one) => <Answer delivery={one} /> },
      {
        key: 'createdAt',
        title: t`Created`,
        render: ({ createdAt }) => <Moment value={createdAt} show="dateTime" />,
      },
      {
        key: 'actions',
        title: t`Actions`,
        silentTitle: true,
        hideable: false,
        align: 'right',
        render: ({ id: deliveryId, messageId, state }) =>
          isActive &&
          state !== 'waiting' && (
            <Button
              variant="default"
              size="compact-sm"
              loading={busyId === deliveryId}
              aria-label={t`Send again: ${messageId}`}
              onClick={() => {
                setBusyId(deliveryId);
                mutate({ params: { id }, body: { ids: [deliveryId] } }, { onSettled: () => setBusyId(null) });
              }}
            >
              <Trans>Send again</Trans>
            </Button>
          ),
      },
    ],
    [t, id, isActive, busyId, mutate],
  );
  return (
    <Section
      title={<Trans>Deliveries</Trans>}
      hint={<Trans>Events are tried for three days. Deliveries are kept for 30 days.</Trans>}
    >
      <DataTable
        id="webhook-deliveries"
        label={t`Deliveries`}
        columns={columns}
        list={list.table}
        rowKey={(one) => one.id}
        rowName={({ messageId }) => messageId}
        upTo={MAX_COUNTED}
        loadingLabel={t`Loading deliveries...`}
        tools={
          <Group align="flex-end">
            <Select
              label={t`State`}
              placeholder={t`All states`}
              clearable
              data={deliveryStates.map((state) => ({
                value: state,
                label: i18n._(deliveryLooks[state].label),
              }))}
              value={list.view.state === '' ? null : list.view.state}
              onChange={(state) => list.change({ state: state ?? '' })}
            />
            {isActive && failed > 0 && (
              <Button
                variant="default"
                loading={resend.isPending && busyId === null}
                onClick={() => mutate({ params: { id }, body: {} })}
              >
                <Trans>Send all failed deliveries again</Trans>
              </Button>
            )}
          </Group>
        }
        noMatch={{ icon: IconSend, title: <Trans>No delivery matches this filter</Trans> }}
        empty={
          <EmptyState
            icon={IconSend}
            title={<Trans>No deliveries yet</Trans>}
            hint={<Trans>Send a test event to see whether the receiver accepts it.</Trans>}
          />
        }
        cards
        minWidth={820}
      />
    </Section>
  );
}

function EventName({ delivery: { event, messageId } }: { readonly delivery: DeliveryView }) {
  const { t, i18n } = useLingui();
  const label = event in eventLabels ? i18n._(eventLabels[event as WebhookEvent]) : t`Test event`;
  return (
    <Stack gap={2} style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="xs" c="dimmed" translate="no">
        {messageId}
      </Text>
    </Stack>
  );
}

function Standing({ delivery: { state, attempts, nextAttemptAt } }: { readonly delivery: DeliveryView }) {
  const { i18n } = useLingui();
  const { label, tone, icon } = deliveryLooks[state];
  return (
    <Stack gap={2} align="flex-start">
      <ToneBadge tone={tone} icon={icon} size="sm">
        {i18n._(label)}
      </ToneBadge>
      {attempts > 0 && (
        <Text size="xs" c="dimmed">
          <Plural value={attempts} one="# attempt" other="# attempts" />
          {nextAttemptAt && (
            <>
              {' · '}
              <Trans>
                next <Moment value={nextAttemptAt} show="dateTime" />
              </Trans>
            </>
          )}
        </Text>
      )}
    </Stack>
  );
}

function Answer({
  delivery: { answeredAt, answerCode, answerMs, problem },
}: {
  readonly delivery: DeliveryView;
}) {
  const { i18n } = useLingui();
  if (answeredAt === null) return null;
  return (
    <Stack gap={2}>
      <Text size="sm">
        {answerCode !== null && `${String(answerCode)} · `}
        {answerMs !== null && <Trans>{answerMs} ms</Trans>}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        <Moment value={answeredAt} show="dateTime" />
      </Text>
      {problem && (
        <Text size="xs" style={{ color: 'var(--tt-red-text)' }}>
          {i18n._(problemLabels[problem])}
        </Text>
      )}
    </Stack>
  );
}
