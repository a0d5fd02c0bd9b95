import { Alert, Checkbox } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconRotateClockwise } from '@tabler/icons-react';
import { useState } from 'react';
import { assignmentsContract } from '#shared/contract/assignments.ts';
import { DEFAULT_DAYS_TO_DUE } from '#shared/domain/assignments/due.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { DueDateInput } from '#app/features/assigning/DueDateInput.tsx';
import { isWithoutContent } from '#app/features/assigning/missing-content.ts';
import { MissingContentNote } from '#app/features/assigning/MissingContent.tsx';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { ModuleSelect } from '#app/features/assigning/ModuleSelect.tsx';
import {
  assigningBody,
  assigningErrors,
  type AssigningValues,
} from '#app/features/assigning/assigning-form.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';
import { explain } from '#app/lib/reasons.ts';

interface Values extends AssigningValues {
  moduleId: string;
}

const assigned: ToastRow = {
  tone: 'default',
  title: msg`Module Assigned`,
  text: msg({ message: '{title}' }),
};

/**
 * Assigns one module to one person (MTX-05), due in 30 days by default; a person who has already completed it must have a
 * reason for retraining.
 */
export function AssignModuleDialog({
  person,
  today,
  onClose,
}: {
  readonly person: { readonly id: string; readonly name: string };
  /** Today in the time zone of the person's organization. */
  readonly today: string;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  /** The module that is already completed according to the server: only then retraining is offered. */
  const [completed, setCompleted] = useState<string | null>(null);
  const [isEmpty, setIsEmpty] = useState(false);
  const { toastOf } = useMailServer();
  const assign = useCommand(assignmentsContract.assignModule, {
    success: toastOf(assigned),
    successValues: ({ module }) => ({ title: module.title }),
    failure: messages.moduleAssignFailed,
    onSuccess: onClose,
    onError: (error) => whenAssigned(error) || showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: {
      moduleId: '',
      dueDate: addDays(today, DEFAULT_DAYS_TO_DUE),
      retrain: false,
      reason: '',
    },
    rules: ({ moduleId, ...values }) => ({
      ...(moduleId === '' && { moduleId: t`Please select a module` }),
      ...(moduleId !== '' &&
        moduleId === completed &&
        !values.retrain && { retrain: t`Confirm that this person must retrain` }),
      ...assigningErrors(values),
    }),
    send: ({ moduleId, ...values }) =>
      assign.mutate({
        body: {
          userId: person.id,
          moduleId: Number(moduleId),
          ...assigningBody(values),
        },
      }),
  });
  const whenAssigned = (error: ApiError): boolean => {
    const { code, problem } = error;
    if (code !== 'ALREADY_ASSIGNED') return false;
    if (problem?.['assigned'] === 'completed') setCompleted(form.values.moduleId);
    form.setFieldError('moduleId', explain(error));
    form.getInputNode('moduleId')?.focus();
    return true;
  };
  const asksAgain = completed !== null && completed === form.values.moduleId;
  return (
    <FormDialog
      opened
      title={t`Assign a module to ${person.name}`}
      submitLabel={<Trans>Assign Module</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={assign.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <ModuleSelect
        personId={person.id}
        label={t`Module`}
        placeholder={t`Search by title`}
        data-autofocus
        {...form.getInputProps('moduleId')}
        value={form.values.moduleId || null}
        onChange={(id, module) => {
          form.setValues({ moduleId: id ?? '', retrain: false });
          setIsEmpty(module !== null && isWithoutContent(module));
        }}
      />
      {isEmpty && <MissingContentNote modules={1} empty={1} titles={[]} />}
      <DueDateInput label={t`Due date`} today={today} {...form.getInputProps('dueDate')} />
      {asksAgain && (
        <Alert
          color="teal"
          variant="light"
          icon={<IconRotateClockwise aria-hidden />}
          title={<Trans>This person has already completed it</Trans>}
        >
          <Checkbox
            mt={4}
            label={t`Assign it again as retraining`}
            {...form.getInputProps('retrain', { type: 'checkbox' })}
          />
        </Alert>
      )}
      <ReasonInput withAsterisk={form.values.retrain} {...form.getInputProps('reason')} />
      <MailNotice />
      <DialogError error={known(assign.error) ? null : errorOutsideFields(assign.error, form.values)} />
    </FormDialog>
  );
}

/** Returns true for the error that the module is already assigned, which is shown at the module. */
const known = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ALREADY_ASSIGNED';
