import { Alert, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck, IconInfoCircle, IconPlayerPause } from '@tabler/icons-react';
import { useFormat } from '#app/lib/format.ts';
import { eventLabels, type WebhookView } from '#app/screens/webhooks/webhook-labels.ts';
import { Moment } from '#app/ui/Moment.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** Shows whether a webhook is on. */
export function WebhookBadge({ webhook: { isActive } }: { readonly webhook: Pick<WebhookView, 'isActive'> }) {
  return isActive ? (
    <ToneBadge tone="green" icon={IconCircleCheck} size="sm">
      <Trans>On</Trans>
    </ToneBadge>
  ) : (
    <ToneBadge tone="gray" icon={IconPlayerPause} size="sm">
      <Trans>Off</Trans>
    </ToneBadge>
  );
}

/** The address of a webhook, its organization and events, and notices about its state. */
export function WebhookFacts({ webhook }: { readonly webhook: WebhookView }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const { address, organization, events, offReason, rotationEndsAt } = webhook;
  const names = format.list(events.map((event) => i18n._(eventLabels[event])));
  return (
    <Stack gap="xs">
      <Text>{address}</Text>
      <Text size="sm" c="dimmed">
        {organization ? organization.name : <Trans>All organizations</Trans>}
        {' · '}
        {names}
      </Text>
      {offReason === 'gone' && (
        <Alert color="yellow" variant="light" icon={<IconInfoCircle aria-hidden />}>
          <Trans>
            The receiver answered that it is gone (410), so the webhook was turned off. Change the address, or
            delete the webhook.
          </Trans>
        </Alert>
      )}
      {rotationEndsAt && (
        <Alert color="teal" variant="light" icon={<IconInfoCircle aria-hidden />}>
          <Trans>
            The earlier secret also signs until <Moment value={rotationEndsAt} show="dateTime" />.
          </Trans>
        </Alert>
      )}
    </Stack>
  );
}
