import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import { leavingAsks } from '#app/lib/leaving.ts';

/**
 * Asks before a page with unsaved changes is left for another, and lets the browser ask before it is closed (UI.md
 * 'Forms'). A change of the address within the page, a tab for instance, asks nothing.
 */
export function LeaveGuard({ when }: { readonly when: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when && leavingAsks(),
    withResolver: true,
  });
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={<Trans>Discard your changes?</Trans>}
      size="sm"
    >
      <Stack gap="md">
        <Text>
          <Trans>What you entered has not been saved.</Trans>
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
            <Trans>Keep editing</Trans>
          </Button>
          <Button color="red.9" onClick={() => blocker.proceed?.()}>
            <Trans>Discard</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
