import { Textarea } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

const requested: ToastRow = { tone: 'default', title: msg`Request sent` };

/** Sends a request to the host of an inspection (INS-01). */
export function RequestDialog({
  id,
  text = '',
  onClose,
}: {
  readonly id: number;
  /** The initial text. */
  readonly text?: string;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const send = useCommand(contract.request, {
    success: requested,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { request: text },
    rules: (values) => (contract.request.body ? validateBy(contract.request.body)(values) : {}),
    send: (values) => send.mutate({ params: { id }, body: values }),
  });
  return (
    <FormDialog
      opened
      title={t`New request`}
      submitLabel={<Trans>Send request</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={send.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <Textarea
        label={t`Request`}
        description={t`The administrators are notified, and answer here.`}
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        data-autofocus
        {...form.getInputProps('request')}
      />
      <DialogError error={errorOutsideFields(send.error, form.values)} />
    </FormDialog>
  );
}
