import { Button, Stack, Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconMessageQuestion } from '@tabler/icons-react';
import { PrepareBundle } from '#app/features/trail/PrepareBundle.tsx';
import { useUser } from '#app/lib/session.ts';

/**
 * The trail as a file for an offline check (AUD-02): for an inspector whose inspection includes it. Otherwise the inspector can
 * request it (INS-01).
 */
export function RoomBundle({ onRequest }: { readonly onRequest: (() => void) | undefined }) {
  const mayTake = useUser().permissions.includes('audit.bundle');
  return (
    <Stack gap="xs" align="start">
      <Text maw="72ch">
        <Trans>
          The audit trail of the organizations is also available as a file that you check without this system.
        </Trans>{' '}
        {!mayTake && <Trans>This inspection does not include it.</Trans>}
      </Text>
      {mayTake && <PrepareBundle />}
      {!mayTake && onRequest && (
        <Button
          variant="default"
          leftSection={<IconMessageQuestion size={18} aria-hidden />}
          onClick={onRequest}
        >
          <Trans>Request bundle</Trans>
        </Button>
      )}
    </Stack>
  );
}
