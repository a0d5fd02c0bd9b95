import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconAlertCircle } from '@tabler/icons-react';

/** Shows that the effect below differs from the one that was shown before (MTX-06). */
export function EffectChanged() {
  return (
    <Text size="sm" fw={600} role="alert">
      <IconAlertCircle size={16} aria-hidden style={{ verticalAlign: '-3px' }} />{' '}
      <Trans>The effect has changed since you viewed it. This is the new one.</Trans>
    </Text>
  );
}
