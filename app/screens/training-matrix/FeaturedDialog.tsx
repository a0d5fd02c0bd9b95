import { Trans, useLingui } from '@lingui/react/macro';
import { matrixOverviewContract } from '#shared/contract/matrix-overview.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { DepartmentSelect } from '#app/screens/training-matrix/DepartmentSelect.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Chooses the department whose modules the fourth summary card counts, for all people (SPEC §2.8). */
export function FeaturedDialog({
  departmentId,
  onClose,
}: {
  readonly departmentId: number | null;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const save = useCommand(matrixOverviewContract.setFeaturedDepartment, {
    success: messages.settingsUpdated,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { departmentId: departmentId === null ? '' : String(departmentId) },
    rules: (values) => (values.departmentId === '' ? { departmentId: t`Please select a department` } : {}),
    send: (values) => save.mutate({ body: { departmentId: Number(values.departmentId) } }),
  });
  return (
    <FormDialog
      opened
      title={t`Choose the department of this card`}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={save.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <DepartmentSelect
        label={t`Department`}
        description={t`The card counts the modules of its matrices, for every administrator.`}
        withAsterisk
        {...form.getInputProps('departmentId')}
        value={form.values.departmentId || null}
        onChange={(value) => form.setFieldValue('departmentId', value ?? '')}
        key={form.key('departmentId')}
      />
      <DialogError error={errorOutsideFields(save.error, form.values)} />
    </FormDialog>
  );
}
