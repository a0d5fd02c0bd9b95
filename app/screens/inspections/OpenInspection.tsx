import { MultiSelect, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { useToday } from '#app/features/assignments/today.ts';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { AccessFields } from '#app/screens/inspections/AccessFields.tsx';
import {
  openingBody,
  openingRefusals,
  type OpeningValues,
} from '#app/screens/inspections/inspection-form.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Opens an inspection: scope, days, purpose, accounts, and access (INS-01). */
export function OpenInspection({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const today = useToday();
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000, isActive: 'true' } }),
  );
  const open = useCommand(contract.open, {
    onSuccess: ({ id }) => {
      onClose();
      void navigate({ to: `/inspections/${String(id)}` });
    },
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<OpeningValues>({
    initialValues: {
      title: '',
      purpose: '',
      organizationIds: [],
      fromDay: today,
      toDay: '',
      userIds: [],
      sees: [],
    },
    rules: openingRefusals,
    send: (values) => open.mutate({ body: openingBody(values) }),
  });
  return (
    <FormDialog
      opened
      title={t`Open inspection`}
      submitLabel={<Trans>Open inspection</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={open.isPending}
      changed={form.isDirty()}
      size="lg"
    >
      <TextInput
        label={t`Title`}
        placeholder={t`For example, the authority and the year`}
        withAsterisk
        data-autofocus
        maxLength={200}
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t`Purpose`}
        withAsterisk
        autosize
        maxRows={4}
        maxLength={2000}
        {...form.getInputProps('purpose')}
      />
      <MultiSelect
        label={t`Organizations`}
        withAsterisk
        searchable
        data={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        nothingFoundMessage={<Trans>No organizations found</Trans>}
        {...form.getInputProps('organizationIds')}
      />
      <TextInput
        type="date"
        label={t`First day`}
        withAsterisk
        min={today}
        {...form.getInputProps('fromDay')}
      />
      <AccessFields form={form} />
      <DialogError error={organizations.error ?? errorOutsideFields(open.error, form.values)} />
    </FormDialog>
  );
}
