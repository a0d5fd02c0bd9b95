import { Alert, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ConfirmationResult } from '#shared/domain/access/external-sign-in.ts';

const explanations = {
  cancelled: msg`The sign-in at your organization was cancelled.`,
  failed: msg`The sign-in at your organization could not be completed. Please try again.`,
  unavailable: msg`The sign-in of your organization cannot be reached at the moment.`,
  other: msg`The account at your organization is not the one that you are signed in with here. Nothing was confirmed.`,
  ended: msg`Your session has ended. Please sign in and try again.`,
} as const satisfies Record<Exclude<ConfirmationResult, 'confirmed'>, unknown>;

/** The state of a confirmation at the organization's provider (SIG-01). */
export function ConfirmationState({
  state,
  confirmedText,
}: {
  readonly state: 'waiting' | ConfirmationResult | undefined;
  /** Text shown once the provider has confirmed. */
  readonly confirmedText: ReactNode;
}) {
  const { i18n } = useLingui();
  if (state === undefined) {
    return (
      <Text size="sm">
        <Trans>To confirm your identity, sign in again with your organization. A window opens for it.</Trans>
      </Text>
    );
  }
  if (state === 'waiting') {
    return (
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text size="sm">
          <Trans>Waiting for you to sign in at your organization, in the other window.</Trans>
        </Text>
      </Group>
    );
  }
  if (state === 'confirmed') {
    return (
      <Alert color="green" variant="light" icon={<IconCircleCheck size={18} aria-hidden />}>
        {confirmedText}
      </Alert>
    );
  }
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {i18n._(explanations[state])}
    </Alert>
  );
}
