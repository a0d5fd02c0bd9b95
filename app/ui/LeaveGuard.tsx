import { Button, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Trans } from '@lingui/react/macro';
import { asksBeforeLeaving } from '#app/lib/leaving.ts';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/**
 * Holds back a change of the page while something is not saved, and lets the browser ask before it is closed (UI.md
 * 'Forms'). A change of the address within the page, a tab for instance, asks nothing. While it is being saved only the person
 * is asked, who goes with the browser's buttons: what continues by itself is the saving that worked.
 */
export const useLeaveBlocker = (when: boolean, saving = false) =>
  useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      (saving ? action !== 'PUSH' && action !== 'REPLACE' : when) && current.pathname !== next.pathname,
    enableBeforeUnload: () => (when || saving) && asksBeforeLeaving(),
    withResolver: true,
  });

/** Lets the browser ask before it closes a page on which a command is on its way. */
export const useUnloadQuestion = (when: boolean): void =>
  useBlocker({
    shouldBlockFn: () => false,
    enableBeforeUnload: () => when && asksBeforeLeaving(),
  });

/** Asks before a page with unsaved changes, or one that is being saved, is left for another. */
export function LeaveGuard({
  when,
  saving,
}: {
  readonly when: boolean;
  /** A command with the changes is on its way. */
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

/** The question whether what was entered may be lost. */
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
