import { Text, Textarea } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { z } from 'zod';
import { reason } from '#shared/contract/common.ts';
import { hrRegistrationsContract } from '#shared/contract/hr-registrations.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { changedByRegistration, type Registration } from '#app/screens/hr-dashboard/hr-dashboard.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';

const rules = z.object({ reason });

/** Takes a registration out of use with a reason (HR-01); nothing is deleted. */
export function RetireDialog({
  registration: { id, name },
  onClose,
}: {
  readonly registration: Registration;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const retire = useCommand(hrRegistrationsContract.retire, {
    success: { tone: 'default', title: msg`Registration retired` },
    failure: { tone: 'destructive', title: msg`The registration was not retired`, serverFirst: true },
    invalidates: changedByRegistration,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<{ reason: string }>({
    initialValues: { reason: '' },
    rules,
    send: (values) => retire.mutate({ params: { id }, body: values }),
  });
  return (
    <FormDialog
      opened
      title={<Trans>Retire this registration?</Trans>}
      submitLabel={<Trans>Retire</Trans>}
      destructive
      busy={retire.isPending}
      changed={form.isDirty()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text size="sm">
        <Trans>
          It leaves the list of registrations in use and is not reminded of any more. It stays on record with
          its documents and can be restored.
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
    </FormDialog>
  );
}
