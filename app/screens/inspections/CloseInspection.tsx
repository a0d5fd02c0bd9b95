import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import type { Inspection } from '#app/features/inspections/inspections.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { closed } from '#app/screens/inspections/inspection-messages.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** Closes an inspection, with a reason (INS-01). */
export function CloseInspection({
  inspection,
  onClose,
}: {
  readonly inspection: Inspection;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const close = useCommand(contract.close, {
    success: closed,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { reason: '' },
    rules: ({ reason }) => ({ reason: reason.trim() === '' ? reasonText('reason_required') : undefined }),
    send: ({ reason }) => close.mutate({ params: { id: inspection.id }, body: { reason: reason.trim() } }),
  });
  return (
    <FormDialog
      opened
      title={t`Close this inspection?`}
      submitLabel={<Trans>Close inspection</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={close.isPending}
      changed={form.isDirty()}
      destructive
      size="md"
    >
      <Text size="sm">
        <Trans>
          Its inspectors lose their access at once. Requests without an answer stay without one. The
          inspection cannot be opened again.
        </Trans>
      </Text>
      <ReasonInput withAsterisk data-autofocus maxLength={500} {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(close.error, form.values)} />
    </FormDialog>
  );
}
