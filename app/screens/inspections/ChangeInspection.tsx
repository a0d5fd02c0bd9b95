import { Trans, useLingui } from '@lingui/react/macro';
import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import type { Inspection } from '#app/features/inspections/inspections.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { AccessFields } from '#app/screens/inspections/AccessFields.tsx';
import { changeBody, changeRefusals, type ChangeValues } from '#app/screens/inspections/inspection-form.ts';
import { changed } from '#app/screens/inspections/inspection-messages.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** Changes the last day, the inspectors and their access, with a reason (INS-01). */
export function ChangeInspection({
  inspection,
  onClose,
}: {
  readonly inspection: Inspection;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const admitted = inspection.inspectors.filter(({ isAdmitted }) => isAdmitted);
  const change = useCommand(contract.change, {
    success: changed,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<ChangeValues>({
    initialValues: {
      toDay: inspection.toDay,
      userIds: admitted.map(({ id }) => id),
      sees: [...inspection.sees],
      reason: '',
    },
    rules: changeRefusals,
    send: (values) => change.mutate({ params: { id: inspection.id }, body: changeBody(values) }),
  });
  return (
    <FormDialog
      opened
      title={t`Change inspection`}
      submitLabel={<Trans>Save changes</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={change.isPending}
      changed={form.isDirty()}
      size="lg"
    >
      <AccessFields form={form} known={admitted} />
      <ReasonInput withAsterisk maxLength={500} {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(change.error, form.values)} />
    </FormDialog>
  );
}
