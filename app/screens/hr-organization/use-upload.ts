import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { AnyEndpoint, ResponseOf } from '#shared/contract/endpoint.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { showToast, type ToastRow } from '#app/lib/toasts.ts';
import { upload } from '#app/lib/upload.ts';

/** Sends a file with its form and reports the progress (HR-04); a refused file stays in the dialog. */
export function useUpload<E extends AnyEndpoint>(
  endpoint: E,
  {
    success,
    showErrors,
    onDone,
  }: {
    readonly success: ToastRow;
    readonly showErrors: (error: ApiError) => boolean;
    readonly onDone: (answer: ResponseOf<E>) => void;
  },
) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const send = async (
    file: File,
    fields: Readonly<Record<string, string>>,
    params?: Readonly<Record<string, number>>,
  ): Promise<void> => {
    setFailure(null);
    setShare(0);
    try {
      const answer = await upload(endpoint, {
        ...(params ? { params } : {}),
        fields,
        files: [{ name: 'file', file }],
        onProgress: setShare,
      });
      await invalidate(endpoint);
      onDone(answer);
      showToast(success);
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError(0, t`The file could not be uploaded.`);
      if (!isUnauthorized(known) && !showErrors(known)) setFailure(known);
    } finally {
      setShare(null);
    }
  };
  return {
    share,
    failure,
    send: (...given: Parameters<typeof send>) => void send(...given),
  };
}
