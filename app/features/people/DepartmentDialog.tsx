import { Select } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { organizationsContract } from '#shared/contract/organizations.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { offeredDepartmentNames } from '#shared/domain/people/training-categories.ts';
import {
  departmentBody,
  departmentRefusals,
  missingFields,
  type DepartmentValues,
} from '#app/features/people/department-form.ts';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { showToast } from '#app/lib/toasts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { OfferedInput } from '#app/ui/OfferedInput.tsx';

/** A new department. */
type MadeDepartment = ResponseOf<typeof organizationsContract.createDepartment>;

/** Create New Department (SPEC §2.9, §5): a name and an organization, otherwise the toast 'Please fill in all fields'. */
export function DepartmentDialog({
  organizationId,
  onDone,
  onClose,
}: {
  /** The organization that the form behind has chosen; '' for none. */
  readonly organizationId: string;
  readonly onDone: (department: MadeDepartment) => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000, isActive: 'true' } }),
  );
  const create = useCommand(organizationsContract.createDepartment, {
    failure: messages.departmentCreateFailed,
    onSuccess: onDone,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<DepartmentValues>({
    initialValues: { name: '', organizationId },
    rules: (values) => {
      if (missingFields(values).length > 0) showToast(messages.fieldsMissing);
      return departmentRefusals(values);
    },
    send: (values) => create.mutate({ body: departmentBody(values) }),
  });
  return (
    <FormDialog
      opened
      title={t`Create New Department`}
      submitLabel={<Trans>Create Department</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={create.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <OfferedInput
        label={t`Department name`}
        withAsterisk
        offered={offeredDepartmentNames}
        maxLength={200}
        data-autofocus
        // An open list would cover what is below it.
        openOnFocus={false}
        {...form.getInputProps('name')}
        key={form.key('name')}
      />
      <Select
        label={t`Organization`}
        withAsterisk
        searchable
        data={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        nothingFoundMessage={<Trans>No organizations found</Trans>}
        {...form.getInputProps('organizationId')}
        value={form.values.organizationId || null}
        onChange={(value) => form.setFieldValue('organizationId', value ?? '')}
        key={form.key('organizationId')}
      />
      <DialogError error={organizations.error ?? errorOutsideFields(create.error, form.values)} />
    </FormDialog>
  );
}
