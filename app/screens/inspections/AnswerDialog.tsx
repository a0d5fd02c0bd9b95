import { Text, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import type { InspectionRequest } from '#app/features/inspections/inspections.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import { answered } from '#app/screens/inspections/inspection-messages.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** Answers a request of an inspector (INS-01). */
export function AnswerDialog({
  inspectionId,
  request: { id, request },
  onClose,
}: {
  readonly inspectionId: number;
  readonly request: InspectionRequest;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const answer = useCommand(contract.answer, {
    success: answered,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm({
    initialValues: { answer: '', path: '' },
    rules: (values) => (contract.answer.body ? validateBy(contract.answer.body)(values) : {}),
    send: (values) => answer.mutate({ params: { id: inspectionId, requestId: id }, body: values }),
  });
  return (
    <FormDialog
      opened
      title={t`Answer request`}
      submitLabel={<Trans>Send answer</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={answer.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {request}
      </Text>
      <Textarea
        label={t`Answer`}
        description={t`The answer cannot be changed once it is sent.`}
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4000}
        data-autofocus
        {...form.getInputProps('answer')}
      />
      <TextInput
        label={t`Page to open (optional)`}
        description={t`The address after the name of this site, for example /reports/completion`}
        {...form.getInputProps('path')}
      />
      <DialogError error={errorOutsideFields(answer.error, form.values)} />
    </FormDialog>
  );
}
