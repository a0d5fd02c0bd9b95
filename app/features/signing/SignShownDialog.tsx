import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { SignDialog, type SignDialogProps } from '#app/features/signing/SignDialog.tsx';
import type { CreatedSignature, SignatureInput } from '#app/features/signing/signature-input.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { showToast, type ToastRow } from '#app/lib/toasts.ts';

/**
 * Signs the content that the dialog shows (SIG-01). If it has changed since, a toast says so, the dialog closes, and the screen behind it
 * is fetched again, as after the signature.
 */
export function SignShownDialog({
  command,
  send,
  notSigned,
  ...dialog
}: Pick<SignDialogProps, 'title' | 'facts' | 'statement' | 'onClose'> & {
  /** The call that signs; data that shows its result is fetched again. */
  readonly command: AnyEndpoint;
  readonly send: (signature: SignatureInput) => Promise<Omit<CreatedSignature, 'certificateUrl'>>;
  readonly notSigned: ToastRow;
}) {
  const invalidate = useInvalidate();
  const refresh = (): void => void invalidate(command);
  return (
    <SignDialog
      {...dialog}
      opened
      sign={async (signature) => ({ ...(await send(signature)), certificateUrl: null })}
      onFailed={(error) => {
        if (error.code !== 'STALE') return;
        showToast(notSigned, { detail: explain(error) });
        refresh();
        dialog.onClose();
      }}
      onSigned={refresh}
    />
  );
}
