import { Text, Textarea } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { z } from 'zod';
import { reason } from '#shared/contract/common.ts';
import { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import { hasChangedSince, asSeen } from '#app/features/hr/seen.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useCommand, useInvalidate } from '#app/lib/query.ts';
import { type Registration } from '#app/screens/hr-dashboard/hr-dashboard.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

const rules = z.object({ reason });

/** Retires a registration with a reason (HR-01); nothing is deleted. */
export function RetireDialog({
  registration,
  onClose,
}: {
  readonly registration: Registration;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const invalidate = useInvalidate();
  const { id, name } = registration;
  const retire = useCommand(hrRegistrationsContract.retire, {
    success: { tone: 'default', title: msg`Registration retired` },
    onSuccess: onClose,
    onError: (error) => {
      if (!showErrors(error)) void invalidate(hrRegistrationsContract.retire);
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm<{ reason: string }>({
    initialValues: { reason: '' },
    rules,
    send: (values) => retire.mutate({ params: { id }, body: values, ifMatch: asSeen(registration) }),
  });
  const error = errorOutsideFields(retire.error, form.values);
  return (
    <FormDialog
      opened
      title={<Trans>Retire this registration?</Trans>}
      submitLabel={<Trans>Retire</Trans>}
      destructive
      busy={retire.isPending}
      blocked={hasChangedSince(error)}
      changed={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text size="sm">
        <Trans>
          This registration will no longer be listed as in use or trigger reminders. It stays on record with
          its documents, and you can restore it later.
        </Trans>
      </Text>
      <Textarea
        label={t`Reason`}
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
        key={form.key('reason')}
      />
      <DialogError error={error} />
    </FormDialog>
  );
}
