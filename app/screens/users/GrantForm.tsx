import { Select, Textarea, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { grantKinds } from '#shared/domain/access/permissions.ts';
import { grantLabels } from '#app/features/people/grant-labels.ts';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { queryFor } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { grantBody, grantRefusals, type GrantValues } from '#app/screens/users/grant-form.ts';

/** A change of access that did not succeed. */
export const grantChangeFailed: ToastRow = {
  tone: 'destructive',
  title: msg`Error`,
  text: msg`Failed to change the access`,
  serverFirst: true,
};

/** Gives hr or inspector for one organization (AUTH-14); an inspector needs an expiry date. */
export function GrantForm({ person, onClose }: { readonly person: PersonRow; readonly onClose: () => void }) {
  const { t, i18n } = useLingui();
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000, isActive: 'true' } }),
  );
  const give = useCommand(peopleContract.grant, {
    failure: grantChangeFailed,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const own = person.organizationId === null ? '' : String(person.organizationId);
  const { form, submit, showErrors } = useAppForm<GrantValues>({
    initialValues: {
      kind: 'hr',
      organizationId: own,
      expiresOn: '',
      reason: '',
    },
    rules: grantRefusals,
    send: (values) => give.mutate({ params: { userId: person.id }, body: grantBody(values) }),
  });
  const name = nameOf(person);
  const inspector = form.values.kind === 'inspector';
  return (
    <FormDialog
      opened
      title={t`Give access to ${name}`}
      submitLabel={<Trans>Give access</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={give.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <Select
        label={t`Kind of access`}
        description={
          inspector
            ? t`Reads people, records, reports and the audit trail; changes nothing and sees no passwords.`
            : t`Works with the documents of the organization and sees its people and their training.`
        }
        data={grantKinds.map((kind) => ({ value: kind, label: i18n._(grantLabels[kind]) }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
        onChange={(kind) => {
          if (kind === 'hr') form.setValues({ kind, organizationId: own });
          else form.setValues({ kind: 'inspector' });
        }}
      />
      <Select
        label={t`Organization`}
        withAsterisk
        searchable
        // The HR area is that of the person's own organization (AUTH-14).
        disabled={!inspector}
        description={inspector ? undefined : t`HR access is limited to the person’s own organization.`}
        data={(organizations.data ?? []).map(({ id, name: label }) => ({ value: String(id), label }))}
        nothingFoundMessage={<Trans>No organizations found</Trans>}
        {...form.getInputProps('organizationId')}
        value={form.values.organizationId || null}
        onChange={(value) => form.setFieldValue('organizationId', value ?? '')}
      />
      <TextInput
        type="date"
        label={t`Last day`}
        description={inspector ? t`An inspector needs an expiry date` : t`Leave empty for no end date.`}
        withAsterisk={inspector}
        {...form.getInputProps('expiresOn')}
      />
      <Textarea label={t`Reason`} autosize maxRows={4} {...form.getInputProps('reason')} />
      <DialogError error={organizations.error ?? errorOutsideFields(give.error, form.values)} />
    </FormDialog>
  );
}
