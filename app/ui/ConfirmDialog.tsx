import { Alert, Button, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { ApiError } from '#app/lib/api-error.ts';
import { explain } from '#app/lib/reasons.ts';
import { useUnloadQuestion } from '#app/ui/LeaveGuard.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/**
 * Asks before something happens and says in words and numbers what will happen (UI.md 'Effects before they
 * happen'). It stays open while the work runs and when it fails; the caller closes it on success.
 */
export function ConfirmDialog({
  opened,
  title,
  children,
  effects,
  details,
  confirmLabel,
  destructive = false,
  busy = false,
  blocked = false,
  afterForm = false,
  error,
  onConfirm,
  onClose,
  size,
}: {
  readonly opened: boolean;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** What will change: a list, a table, a sentence with figures. */
  readonly effects?: ReactNode;
  /** What belongs to the effects but is too long to be read out by itself: whom they concern. */
  readonly details?: ReactNode;
  readonly confirmLabel: ReactNode;
  readonly destructive?: boolean;
  readonly busy?: boolean;
  /** True while the effects are not known yet. */
  readonly blocked?: boolean;
  /** A form stands before it: to leave is to go back to what was entered there. */
  readonly afterForm?: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly size?: string;
}) {
  useUnloadQuestion(opened && busy);
  return (
    <Modal opened={opened} onClose={busy ? () => undefined : onClose} title={title} size={size ?? 'md'}>
      <Stack gap="md">
        {children && <div>{children}</div>}
        {effects && (
          <Alert
            color={destructive ? 'red' : 'teal'}
            variant="light"
            icon={destructive ? <IconAlertTriangle aria-hidden /> : undefined}
            role="presentation"
          >
            <Stack gap="xs">
              <div role="alert">{effects}</div>
              {details}
            </Stack>
          </Alert>
        )}
        <DialogError error={error} />
        <DialogFooter>
          <Button
            variant="default"
            onClick={onClose}
            disabled={busy}
            data-autofocus={destructive || undefined}
          >
            {afterForm ? <Trans>Back</Trans> : <Trans>Cancel</Trans>}
          </Button>
          <Button
            color={destructive ? 'red.9' : undefined}
            onClick={onConfirm}
            loading={busy}
            disabled={blocked}
          >
            {confirmLabel}
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>
  );
}

/** The error of a dialog, where it happened; nothing when there is none. */
export function DialogError({ error }: { readonly error?: unknown }) {
  if (!error) return null;
  return (
    <DialogFailure>
      {error instanceof ApiError ? explain(error) : <Trans>Something went wrong on this page.</Trans>}
    </DialogFailure>
  );
}

/** Why something failed, where it happened; it comes into sight where the dialog is longer than the screen. */
export function DialogFailure({ children }: { readonly children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers answer with a promise, which is no way to clean up.
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, [children]);
  return (
    <Alert ref={alert} color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {children}
    </Alert>
  );
}
