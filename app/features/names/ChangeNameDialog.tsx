import { Text, Textarea, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { namesContract } from '#shared/contract/names.ts';
import { nameForm } from '#shared/contract/people-schemas.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { useUser } from '#app/lib/session.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Changes the printed name of a person for signatures (AUTH-16), with a reason in the regulated profile. */
export function ChangeNameDialog({
  person,
  onClose,
}: {
  readonly person: { readonly id: string; readonly firstName: string; readonly lastName: string };
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { asksReasons } = useUser();
  const change = useCommand(namesContract.change, {
    success: { tone: 'default', title: msg`Name changed` },
    onSuccess: onClose,
    onError: (error) => showErrors(error) || true,
  });
  const bodyOf = ({
    firstName,
    lastName,
    reason,
  }: {
    firstName: string;
    lastName: string;
    reason: string;
  }) => ({
    firstName,
    lastName,
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { firstName: person.firstName, lastName: person.lastName, reason: '' },
    rules: (values) => ({
      ...validateBy(nameForm)(bodyOf(values)),
      ...(asksReasons && values.reason.trim() === '' && { reason: reasonText('reason_required') }),
    }),
    send: (values) => change.mutate({ params: { userId: person.id }, body: bodyOf(values) }),
  });
  return (
    <FormDialog
      opened
      title={<Trans>Change name</Trans>}
      submitLabel={<Trans>Change name</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={change.isPending}
      changed={form.isDirty()}
      blocked={!form.isDirty()}
      size="md"
    >
      <Text size="sm">
        <Trans>New signatures will show the new name. Existing signatures keep the old one.</Trans>
      </Text>
      <TextInput
        label={t`First name`}
        withAsterisk
        data-autofocus
        maxLength={100}
        {...form.getInputProps('firstName')}
      />
      <TextInput label={t`Last name`} withAsterisk maxLength={100} {...form.getInputProps('lastName')} />
      <Textarea
        label={asksReasons ? t`Reason` : t`Reason (optional)`}
        withAsterisk={asksReasons}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
      <DialogError error={errorOutsideFields(change.error, form.values)} />
    </FormDialog>
  );
}
