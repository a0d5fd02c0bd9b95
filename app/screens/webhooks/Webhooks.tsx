import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooksContract as contract } from '#shared/contract/webhooks.ts';
import { queryFor } from '#app/lib/client.ts';
import { CreateWebhook } from '#app/screens/webhooks/WebhookForms.tsx';
import { WebhookBadge } from '#app/screens/webhooks/WebhookFacts.tsx';
import { refreshInterval, type WebhookView } from '#app/screens/webhooks/webhook-labels.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { TextLink } from '#app/ui/links.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Moment } from '#app/ui/Moment.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** /webhooks (OPS-06): the systems that receive events. */
export function Webhooks() {
  const { t } = useLingui();
  const [creating, setCreating] = useState(false);
  const list = useQuery({ ...queryFor(contract.list), staleTime: 0, refetchInterval: refreshInterval });
  return (
    <Page>
      <PageHeader
        title={t`Webhooks`}
        subtitle={t`Send events to other systems as they happen`}
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
            <Trans>Create webhook</Trans>
          </Button>
        }
      />
      <Load query={list} skeleton={<LineSkeletons label={t`Loading webhooks...`} count={3} />}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Paper withBorder>
              <EmptyState
                icon={IconWebhook}
                title={<Trans>No webhooks yet</Trans>}
                hint={<Trans>Create one for each system that needs to know what happens here.</Trans>}
              />
            </Paper>
          ) : (
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t`Webhooks`}>
              {webhooks.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} />
              ))}
            </Stack>
          )
        }
      </Load>
      {creating && <CreateWebhook onClose={() => setCreating(false)} />}
    </Page>
  );
}

function WebhookCard({ webhook }: { readonly webhook: WebhookView }) {
  const { id, name, address, organization, events, failed, lastDeliveredAt } = webhook;
  return (
    <Paper component="li" withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <TextLink to={`/webhooks/${String(id)}`} fw={600}>
          {name}
        </TextLink>
        <WebhookBadge webhook={webhook} />
        {failed > 0 && (
          <Text size="sm" fw={550}>
            <Plural value={failed} one="# failed delivery" other="# failed deliveries" />
          </Text>
        )}
      </Group>
      <Text size="sm">{address}</Text>
      <Text size="sm" c="dimmed">
        {organization ? organization.name : <Trans>All organizations</Trans>}
        {' · '}
        <Plural value={events.length} one="# event" other="# events" />
        {lastDeliveredAt && (
          <>
            {' · '}
            <Trans>
              last delivery <Moment value={lastDeliveredAt} show="dateTime" />
            </Trans>
          </>
        )}
      </Text>
    </Paper>
  );
}
