import { messages } from '#app/lib/messages.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import type { BulkOutcome } from '#app/screens/training-modules/bulk/bulk-run.ts';

interface ReasonWithParams {
  readonly toast: ToastRow;
  readonly values: Readonly<Record<string, number>>;
}

/** Returns the toast after a bulk upload: a failure only if nothing was stored (MOD-05); null if nothing was sent. */
export function outcomeMessage({
  stored,
  failed,
}: Pick<BulkOutcome, 'stored' | 'failed'>): ReasonWithParams | null {
  if (failed === 0) return stored === 0 ? null : { toast: messages.filesUploaded, values: { count: stored } };
  return stored === 0
    ? { toast: messages.uploadFailed, values: {} }
    : { toast: messages.uploadedPartly, values: { stored, total: stored + failed } };
}
