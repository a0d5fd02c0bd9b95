import { Alert, List, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { trainingCalls } from '#app/features/assigning/training-calls.ts';
import '#app/features/assigning/assigning-texts.ts';
import { beyondFields, useAppForm, type FormValues } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { translateServerText } from '#app/lib/server-texts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

interface Values extends FormValues {
  reason: string;
}

/**
 * Bulk delete of the edit mode (SPEC §2.6, §5; LRN-06): asks with the words of SPEC §5 and says in numbers what will
 * happen. Completed ones need a reason; they and their certificates stay in the history.
 */
export function DeleteDialog({
  assignments,
  onDone,
  onClose,
}: {
  readonly assignments: readonly OwnAssignment[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const count = assignments.length;
  const completed = assignments.filter(({ status }) => status === 'completed').length;
  const remove = useCommand(assignmentsContract.removeMany, {
    success: messages.assignmentsDeleted,
    successValues: ({ voided }) => ({ count: voided }),
    failure: messages.assignmentsDeleteFailed,
    invalidates: trainingCalls,
    onSuccess: onDone,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: { reason: '' },
    rules: ({ reason }) =>
      completed > 0 && reason.trim() === ''
        ? { reason: translateServerText('A reason is needed for this.') }
        : {},
    send: ({ reason }) =>
      remove.mutate({
        body: {
          assignmentIds: assignments.map(({ id }) => id),
          ...(reason.trim() !== '' && { reason: reason.trim() }),
        },
      }),
  });
  return (
    <FormDialog
      opened
      destructive
      title={t`Delete training assignments`}
      submitLabel={<Trans>Delete</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={remove.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <Text>
        <Trans>
          Are you sure you want to delete {count} training assignment(s)? This action cannot be undone.
        </Trans>
      </Text>
      <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        <List size="sm" spacing={4}>
          {count > completed && (
            <List.Item>
              <Plural
                value={count - completed}
                one="# open training no longer has to be done."
                other="# open trainings no longer have to be done."
              />
            </List.Item>
          )}
          {completed > 0 && (
            <List.Item>
              <Plural
                value={completed}
                one="# completed training no longer counts; it stays in the history with your reason, and its certificate shows as revoked."
                other="# completed trainings no longer count; they stay in the history with your reason, and their certificates show as revoked."
              />
            </List.Item>
          )}
        </List>
      </Alert>
      <Textarea
        label={t`Reason`}
        description={t`Stands in the audit trail beside the change.`}
        withAsterisk={completed > 0}
        data-autofocus
        autosize
        maxRows={4}
        {...form.getInputProps('reason')}
      />
      <DialogError error={beyondFields(remove.error, form.values)} />
    </FormDialog>
  );
}
