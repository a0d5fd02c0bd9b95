import { Alert, Button, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { ApiError } from '#app/lib/api-error.ts';
import { explain } from '#app/lib/reasons.ts';
import { useUnloadQuestion } from '#app/ui/LeaveGuard.tsx';
import { DialogFooter } from '#app/ui/DialogFooter.tsx';

/**
 * Requests confirmation before an action, and shows its effects in words and numbers (UI.md 'Effects before they happen'). It
 * stays open while the action runs and when it fails; the caller closes it on success.
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
  /** The effects: a list, a table, a sentence with figures. */
  readonly effects?: ReactNode;
  /** Details of the effects that are too long to be read out automatically: the people concerned. */
  readonly details?: ReactNode;
  readonly confirmLabel: ReactNode;
  readonly destructive?: boolean;
  readonly busy?: boolean;
  /** True until the effects are known. */
  readonly blocked?: boolean;
  /** A form is open behind it: Cancel returns to the entries there. */
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

/** The error of a dialog, at the place where it happened; renders nothing without an error. */
export function DialogError({ error }: { readonly error?: unknown }) {
  if (!error) return null;
  return (
    <DialogFailure>
      {error instanceof ApiError ? explain(error) : <Trans>Something went wrong on this page.</Trans>}
    </DialogFailure>
  );
}

/** The reason of a failure, at the place where it happened; it is scrolled into view if the dialog is longer than the screen. */
export function DialogFailure({ children }: { readonly children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise, which is not a cleanup function.
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, [children]);
  return (
    <Alert ref={alert} color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {children}
    </Alert>
  );
}
