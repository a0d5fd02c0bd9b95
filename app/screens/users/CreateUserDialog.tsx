import { Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { DepartmentDialog } from '#app/features/people/DepartmentDialog.tsx';
import { DoneButton, PasswordField } from '#app/features/people/PasswordField.tsx';
import { nameOf } from '#app/features/people/people.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { useMailServer } from '#app/lib/mail-server.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { PlannedEffect, usePlannedEffect } from '#app/screens/users/PlannedEffect.tsx';
import { TrainingEffect } from '#app/screens/users/TrainingEffect.tsx';
import {
  newUser,
  newUserBody,
  newUserRefusals,
  placeOfNew,
  type NewUserValues,
} from '#app/screens/users/user-form.ts';
import { UserFields } from '#app/screens/users/UserFields.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

type Made = ResponseOf<typeof peopleContract.create>;

/** Add User (SPEC §2.9, USR-02): then shows the password to give to the person, and what was assigned (USR-05). */
export function CreateUserDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const [made, setMade] = useState<Made | null>(null);
  const [naming, setNaming] = useState(false);
  const create = useCommand(peopleContract.create, {
    failure: messages.userCreateFailed,
    onSuccess: setMade,
    onError: (error) => {
      if (error.code === 'EFFECT_CHANGED') void planned.query.refetch();
      return showErrors(error);
    },
  });
  const { form, submit, showErrors } = useAppForm<NewUserValues>({
    initialValues: { ...newUser, presetPassword: '', reason: '' },
    rules: newUserRefusals,
    send: (values) =>
      create.mutate({
        body: {
          ...newUserBody(values),
          ...(planned.hash === undefined ? {} : { effectHash: planned.hash }),
        },
      }),
  });
  const planned = usePlannedEffect(placeOfNew(form.values));
  if (made) return <UserCreated made={made} onClose={onClose} />;
  return (
    <>
      <FormDialog
        opened
        title={t`Add User`}
        submitLabel={<Trans>Create User</Trans>}
        onSubmit={submit}
        onClose={onClose}
        busy={create.isPending}
        changed={form.isDirty()}
        covered={naming}
        blocked={planned.pending}
        size="xl"
      >
        <UserFields form={form} onNewDepartment={() => setNaming(true)} />
        <PasswordInput
          label={t`Preset Password`}
          description={t`At least 8 characters. Leave empty to generate one. It must be changed at the first sign-in.`}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
          {...form.getInputProps('presetPassword')}
        />
        <PlannedEffect planned={planned} />
        <MailNotice />
        {form.values.role !== 'learner' && <ReasonInput {...form.getInputProps('reason')} />}
        <DialogError error={errorOutsideFields(create.error, form.values)} />
      </FormDialog>
      {naming && (
        <DepartmentDialog
          organizationId={form.values.organizationId}
          onClose={() => setNaming(false)}
          onDone={({ id, organizationId }) => {
            form.setValues({ organizationId: String(organizationId), departmentId: String(id) });
            setNaming(false);
          }}
        />
      )}
    </>
  );
}

function UserCreated({ made, onClose }: { readonly made: Made; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { configured } = useMailServer();
  const name = nameOf(made.user);
  return (
    <Modal opened onClose={onClose} title={t`${name} was created`} size="lg">
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            Share this password securely. It works for seven days and must be changed at the first sign-in.
          </Trans>
        </Text>
        {made.invited && (
          <Text size="sm">
            {configured ? (
              <Trans>An invitation with a link to choose a password was sent to {made.user.email}.</Trans>
            ) : (
              <Trans>
                An invitation with a link to choose a password is queued for {made.user.email}: no email
                server is set up.
              </Trans>
            )}
          </Text>
        )}
        {made.assignedPassword && <PasswordField password={made.assignedPassword} />}
        <TrainingEffect effect={made} />
        <DoneButton onClick={onClose} />
      </Stack>
    </Modal>
  );
}
