import { Button, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import { asksBeforeLeaving } from '#app/lib/leaving.ts';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/**
 * Blocks a change of the page while there are unsaved changes, and lets the browser ask before it is closed (UI.md 'Forms'). A
 * change of the address within the page, a tab for instance, is not blocked. While the changes are being saved, only
 * navigation by the browser's buttons is blocked: a navigation by code follows a successful save.
 */
export const useLeaveBlocker = (when: boolean, saving = false) =>
  useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      (saving ? action !== 'PUSH' && action !== 'REPLACE' : when) && current.pathname !== next.pathname,
    enableBeforeUnload: () => (when || saving) && asksBeforeLeaving(),
    withResolver: true,
  });

/** Lets the browser ask before it closes a page while a command is being sent. */
export const useUnloadQuestion = (when: boolean): void =>
  useBlocker({
    shouldBlockFn: () => false,
    enableBeforeUnload: () => when && asksBeforeLeaving(),
  });

/** Asks before the person leaves a page with unsaved changes, or one that is being saved. */
export function LeaveGuard({
  when,
  saving,
}: {
  readonly when: boolean;
  /** A command with the changes is being sent. */
  readonly saving: boolean;
}) {
  const blocker = useLeaveBlocker(when, saving);
  return (
    <DiscardDialog
      opened={blocker.status === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  );
}

/** Asks whether the entries may be discarded. */
export function DiscardDialog({
  opened,
  onKeep,
  onDiscard,
}: {
  readonly opened: boolean;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onKeep} title={<Trans>Discard your changes?</Trans>} size="sm">
      <Stack gap="md">
        <Text>
          <Trans>Your entries have not been saved.</Trans>
        </Text>
        <DialogFooter>
          <Button variant="default" onClick={onKeep} data-autofocus>
            <Trans>Keep editing</Trans>
          </Button>
          <Button color="red.9" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
