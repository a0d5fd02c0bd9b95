import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { call } from '#app/lib/client.ts';
import { messages } from '#app/lib/messages.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { explain } from '#app/lib/reasons.ts';
import { showToast } from '#app/lib/toasts.ts';
import { upload } from '#app/lib/upload.ts';
import { warnOfBlankFile } from '#app/screens/training-modules/content/blank-file.ts';
import { type ModuleRow } from '#app/screens/training-modules/modules.ts';

/** Text fields that are sent with the file of a new module. */
type UploadFields = Readonly<Record<string, string>>;

/** Saves the module form: an edit, a new module, or a new module from a dropped file (SPEC §7, MOD-03, MOD-04). */
export function useSaveModule({
  module,
  onDone,
  showErrors,
}: {
  readonly module: ModuleRow | null;
  readonly onDone: () => void;
  readonly showErrors: (error: ApiError) => boolean;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const [busy, setBusy] = useState(false);
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (
    body: Record<string, unknown>,
    file: File | null,
    fields: UploadFields,
  ): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await save(module, body, file, fields, setShare);
      await invalidate(modulesContract.update);
      onDone();
    } catch (error) {
      const known = error instanceof ApiError ? error : new ApiError(0, t`The module could not be saved.`);
      if (isUnauthorized(known)) return;
      if (!showErrors(known)) {
        setFailure(explain(known));
        if (file && !module) showToast(messages.quickCreateFailed, { values: { file: file.name } });
        else showToast(module ? messages.moduleUpdateFailed : messages.moduleCreateFailed);
      }
    } finally {
      setBusy(false);
      setShare(null);
    }
  };
  return {
    busy,
    share,
    failure,
    /** Another file is chosen: the message about the earlier one is no longer valid. */
    clear: () => setFailure(null),
    send: (body: Record<string, unknown>, file: File | null, fields: UploadFields = {}) =>
      void send(body, file, fields),
  };
}

async function save(
  module: ModuleRow | null,
  body: Record<string, unknown>,
  file: File | null,
  fields: UploadFields,
  onProgress: (share: number) => void,
): Promise<void> {
  if (module) {
    await call(modulesContract.update, {
      params: { id: module.id },
      body: body,
      ...(module.revision === undefined ? {} : { ifMatch: `"${String(module.revision)}"` }),
    });
    return;
  }
  if (file) {
    const made = await upload(modulesContract.quickCreate, {
      fields: { moduleInfo: body, ...fields },
      files: [{ name: 'file', file }],
      onProgress,
    });
    warnOfBlankFile(made.files);
    return;
  }
  await call(modulesContract.create, { body: body as BodyInput<typeof modulesContract.create> });
}
