import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { isDone } from '#shared/domain/assignments/status.ts';
import type { OwnAssignment } from '#app/features/assignments/order.ts';
import { call, keyOf } from '#app/lib/client.ts';
import { errorOutsideFields, useAppForm, type FormValues } from '#app/lib/forms.ts';
import { useFormat } from '#app/lib/format.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { EffectLine, EffectList } from '#app/ui/EffectList.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** More trainings than this are counted, not listed. */
const MAX_NAMED = 50;

interface Values extends FormValues {
  reason: string;
}

/**
 * Bulk delete of the edit mode (SPEC §2.6, §5; LRN-06): asks with the words of SPEC §5 and shows the effect in numbers.
 * Completed trainings need a reason; they and their certificates stay in the history.
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
  const completed = assignments.filter(({ status }) => isDone(status)).length;
  const ids = assignments.map(({ id }) => id);
  const effect = useQuery({
    queryKey: [...keyOf(assignmentsContract.removeMany), 'preview', ids],
    queryFn: () => call(assignmentsContract.removeMany, { body: { assignmentIds: ids, preview: true } }),
    // The answer may have changed since the dialog was last open.
    staleTime: 0,
    gcTime: 0,
  });
  const remove = useCommand(assignmentsContract.removeMany, {
    success: messages.assignmentsDeleted,
    successValues: ({ voided }) => ({ count: voided }),
    failure: messages.assignmentsDeleteFailed,
    onSuccess: onDone,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: { reason: '' },
    rules: ({ reason }) =>
      completed > 0 && reason.trim() === '' ? { reason: reasonText('reason_required') } : {},
    send: ({ reason }) =>
      remove.mutate({
        body: {
          assignmentIds: ids,
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
      blocked={!effect.isSuccess}
      changed={form.isDirty()}
      size="md"
    >
      <Text>
        <Trans>
          Are you sure you want to delete {count} training assignment(s)? This action cannot be undone.
        </Trans>
      </Text>
      <Load query={effect} skeleton={<LineSkeletons count={2} label={t`Checking what stays required...`} />}>
        {(shown) => <Effects assignments={assignments} shown={shown} />}
      </Load>
      <ReasonInput withAsterisk={completed > 0} data-autofocus {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(remove.error, form.values)} />
    </FormDialog>
  );
}

/**
 * The effect of deleting the chosen assignments: which are no longer to be completed, which a matrix still requires, and
 * which no longer count.
 */
function Effects({
  assignments,
  shown,
}: {
  readonly assignments: readonly OwnAssignment[];
  readonly shown: ResponseOf<typeof assignmentsContract.removeMany>;
}) {
  const { list } = useFormat();
  const { stillRequired } = shown;
  const required = new Set(stillRequired.map(({ assignmentId }) => assignmentId));
  const completed = assignments.filter(({ status }) => isDone(status)).length;
  const done = assignments.filter(({ id, status }) => !isDone(status) && !required.has(id)).length;
  const more = stillRequired.length - MAX_NAMED;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
      <EffectList>
        <EffectLine count={done}>
          <Plural
            value={done}
            one="# open training no longer has to be done."
            other="# open trainings no longer have to be done."
          />
        </EffectLine>
        <EffectLine count={completed}>
          <Plural
            value={completed}
            one="# completed training no longer counts; it stays in the history with your reason, and its certificate shows as revoked."
            other="# completed trainings no longer count; they stay in the history with your reason, and their certificates show as revoked."
          />
        </EffectLine>
        <EffectLine count={stillRequired.length}>
          <Plural
            value={stillRequired.length}
            one="# training stays required and will count as required, not assigned:"
            other="# trainings stay required and will count as required, not assigned:"
          />
          <List size="sm" withPadding>
            {stillRequired.slice(0, MAX_NAMED).map(({ assignmentId, title, matrixNames }) => {
              const matrices = list(matrixNames);
              return (
                <List.Item key={assignmentId}>
                  <Trans>
                    {title}, required by {matrices}
                  </Trans>
                </List.Item>
              );
            })}
            {more > 0 && (
              <List.Item>
                <Plural value={more} one="and # more" other="and # more" />
              </List.Item>
            )}
          </List>
        </EffectLine>
      </EffectList>
    </Alert>
  );
}
