import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { useUser } from '#app/lib/session.ts';
import { grantChangeFailed } from '#app/screens/users/GrantForm.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** A grant as in its list. */
export type Grant = ResponseOf<typeof peopleContract.grants>['current'][number];

/** Revokes a grant (AUTH-14); the regulated profile requires a reason (AUTH-07). */
export function RevokeAccessDialog({
  person,
  grant,
  onClose,
}: {
  readonly person: PersonRow;
  readonly grant: Grant;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { asksReasons } = useUser();
  const revoke = useCommand(peopleContract.revokeGrant, {
    failure: grantChangeFailed,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { reason: '' },
    rules: () => ({}),
    send: ({ reason }) =>
      revoke.mutate({
        params: { userId: person.id, grantId: grant.id },
        body: reason.trim() === '' ? {} : { reason: reason.trim() },
      }),
  });
  const name = nameOf(person);
  const organization = grant.organizationName;
  return (
    <FormDialog
      opened
      title={t`Revoke this access?`}
      submitLabel={<Trans>Revoke access</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={revoke.isPending}
      changed={form.isDirty()}
      size="md"
      destructive
    >
      <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        <Trans>
          {name} loses access to {organization} immediately. Everything done with it stays in the audit trail.
        </Trans>
      </Alert>
      <ReasonInput withAsterisk={asksReasons} data-autofocus {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(revoke.error, form.values)} />
    </FormDialog>
  );
}
