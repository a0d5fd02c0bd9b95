import { TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { departmentRename } from '#shared/contract/department-schemas.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { changesOf, useSeen } from '#app/screens/training-matrix/changes/use-seen.ts';
import { type Matrix } from '#app/screens/training-matrix/matrices.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';

/** Edit department name of SPEC §2.8, §5: any name that is not blank is accepted (ORG-03). */
export function RenameDepartmentDialog({
  matrix,
  onClose,
}: {
  readonly matrix: Matrix;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const department = { name: matrix.departmentName ?? '', revision: matrix.departmentRevision ?? 0 };
  const { seen, newer, takeNewer, whenStale } = useSeen(department);
  const rename = useCommand(organizationsContract.renameDepartment, {
    failure: messages.departmentUpdateFailed,
    success: messages.departmentRenamed,
    onSuccess: onClose,
    onError: (error) => whenStale(error) || showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { name: department.name },
    rules: departmentRename,
    send: ({ name }) =>
      rename.mutate({
        params: { id: matrix.departmentId ?? 0 },
        body: { name: name.trim() },
        ifMatch: `"${String(seen.revision)}"`,
      }),
  });
  const goOn = (take: boolean): void => {
    if (newer && take) form.setValues({ name: newer.name });
    takeNewer();
    rename.reset();
  };
  return (
    <FormDialog
      opened
      title={t`Edit department name`}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={rename.isPending}
      changed={form.isDirty()}
      blocked={newer !== null}
      size="md"
    >
      {newer && (
        <StaleNotice
          changes={changesOf([[t`Department name`, seen.name, newer.name]])}
          onTakeNewer={() => goOn(true)}
          onKeepMine={() => goOn(false)}
        />
      )}
      <TextInput
        label={t`Department name`}
        description={
          matrix.organizationName === null ? undefined : t`A department of ${matrix.organizationName}`
        }
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
        key={form.key('name')}
      />
      <DialogError error={newer ? null : errorOutsideFields(rename.error, form.values)} />
    </FormDialog>
  );
}
