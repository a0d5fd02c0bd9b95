import { Button, Modal, Stack } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { DiscardDialog, useLeaveBlocker } from '#app/ui/LeaveGuard.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/**
 * A form in a dialog (UI.md 'Forms'). Submitting shows its progress. Leaving with changes asks first, also with the browser's
 * buttons. The caller closes and resets it only on success.
 */
export function FormDialog({
  opened,
  title,
  children,
  submitLabel,
  onSubmit,
  onClose,
  busy = false,
  changed = false,
  blocked = false,
  destructive = false,
  covered = false,
  size,
  extra,
}: {
  readonly opened: boolean;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly submitLabel: ReactNode;
  readonly onSubmit: (event?: React.SyntheticEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
  readonly busy?: boolean;
  /** True when there are entries: then closing asks first. `form.isDirty()`. */
  readonly changed?: boolean;
  /** True while the form cannot be sent (SPEC §5 'button disabled'). */
  readonly blocked?: boolean;
  /** The action cannot be undone: the button is red. */
  readonly destructive?: boolean;
  /** Another dialog is open above: Escape closes that one. */
  readonly covered?: boolean;
  readonly size?: string;
  /** Left of the buttons: progress, a hint. */
  readonly extra?: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  const blocker = useLeaveBlocker(opened && changed, opened && busy);
  const leavesPage = blocker.status === 'blocked';
  const keep = (): void => {
    setAsking(false);
    if (leavesPage) blocker.reset?.();
  };
  const leave = (): void => {
    setAsking(false);
    onClose();
  };
  const wish = (): void => {
    if (busy) return;
    // Waits for the end of the event. Otherwise the key press that opens the question would also close it.
    if (changed) setTimeout(() => setAsking(true));
    else leave();
  };
  return (
    <>
      <Modal
        opened={opened}
        onClose={wish}
        title={title}
        size={size ?? 'lg'}
        closeOnEscape={!asking && !leavesPage && !covered}
      >
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            {children}
            <DialogFooter extra={extra}>
              <Button variant="default" onClick={wish} disabled={busy}>
                <Trans>Cancel</Trans>
              </Button>
              <Button
                type="submit"
                color={destructive ? 'red.9' : undefined}
                loading={busy}
                disabled={blocked}
              >
                {submitLabel}
              </Button>
            </DialogFooter>
          </Stack>
        </form>
      </Modal>
      <DiscardDialog
        opened={opened && (asking || leavesPage)}
        onKeep={keep}
        onDiscard={() => {
          leave();
          if (leavesPage) blocker.proceed?.();
        }}
      />
    </>
  );
}
