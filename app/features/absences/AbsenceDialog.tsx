import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { absencesContract as contract, shownAbsence } from '#shared/contract/absences.ts';
import { isRealDate, wrongDate } from '#shared/domain/calendar/calendar.ts';
import { absenceKinds, absenceLimits, type AbsenceKind } from '#shared/domain/people/absences.ts';
import { AbsenceEffect } from '#app/features/absences/AbsenceEffect.tsx';
import { absenceKindLabels, type Absence } from '#app/features/absences/absence-texts.ts';
import { errorOutsideFields, useAppForm, type FormValues } from '#app/lib/forms.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

interface Values extends FormValues {
  firstDay: string;
  lastDay: string;
  isOpen: boolean;
  kind: AbsenceKind | '';
  note: string;
  reason: string;
}

const saved: ToastRow = {
  tone: 'default',
  title: msg`Absence Saved`,
  text: msg({
    message:
      '{moved, plural, =0 {No due date changed.} one {# due date changed.} other {# due dates changed.}}',
  }),
};
const failed: ToastRow = {
  tone: 'destructive',
  title: msg`Saving Failed`,
  text: msg`Failed to save the absence. Please try again.`,
};

/** Records or changes an absence of a person, after showing which due dates move (USR-10). */
export function AbsenceDialog({
  userId,
  absence,
  onClose,
}: {
  readonly userId: string;
  /** The absence to change; null: a new one. */
  readonly absence: Absence | null;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const { newer, clear, whenChanged, errorBeside } = useNewerEffect(
    shownAbsence.partial({ preview: true, absence: true }),
  );
  const shows = { failure: failed, onError: (error: Parameters<typeof whenChanged>[0]) => showErrors(error) };
  const does = {
    success: saved,
    successValues: ({ effect }: { effect: { moved: readonly unknown[] } }) => ({
      moved: effect.moved.length,
    }),
    failure: failed,
    onSuccess: onClose,
    onError: whenChanged,
  };
  const previewNew = useCommand(contract.record, shows);
  const previewChange = useCommand(contract.change, shows);
  const record = useCommand(contract.record, does);
  const change = useCommand(contract.change, does);
  const preview = absence ? previewChange : previewNew;
  const command = absence ? change : record;
  const bodyOf = ({ firstDay, lastDay, isOpen, kind, note }: Values) => ({
    firstDay,
    lastDay: isOpen ? null : lastDay,
    // The rules of the form refuse none.
    kind: kind || 'leave',
    note: note.trim() || null,
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: {
      firstDay: absence?.firstDay ?? '',
      lastDay: absence?.lastDay ?? '',
      isOpen: absence?.lastDay === null,
      kind: absence?.kind ?? '',
      note: absence?.note ?? '',
      reason: '',
    },
    rules: ({ firstDay, lastDay, isOpen, kind, reason }) => ({
      ...(!isRealDate(firstDay) && { firstDay: reasonText(wrongDate(firstDay)) }),
      ...(!isOpen && !isRealDate(lastDay) && { lastDay: reasonText(wrongDate(lastDay)) }),
      ...(!isOpen &&
        isRealDate(lastDay) &&
        lastDay < firstDay && { lastDay: reasonText('absence_ends_before') }),
      ...(kind === '' && { kind: reasonText('absence_kind_needed') }),
      ...(absence && reason.trim() === '' && { reason: reasonText('reason_required') }),
    }),
    send: (values) => {
      const body = { ...bodyOf(values), preview: true };
      if (absence) previewChange.mutate({ params: { id: String(absence.id) }, body });
      else previewNew.mutate({ params: { userId }, body });
    },
  });
  const { effect, effectHash } = newer ?? preview.data ?? {};
  if (effect) {
    const confirm = () => {
      const body = { ...bodyOf(form.values), effectHash };
      if (absence)
        change.mutate({
          params: { id: String(absence.id) },
          body: { ...body, reason: form.values.reason.trim() },
        });
      else record.mutate({ params: { userId }, body });
    };
    return (
      <ConfirmDialog
        opened
        title={absence ? t`Change this absence?` : t`Record this absence?`}
        confirmLabel={absence ? <Trans>Change absence</Trans> : <Trans>Record absence</Trans>}
        effects={<AbsenceEffect effect={effect} isNewer={newer !== null} />}
        afterForm
        busy={command.isPending}
        error={errorBeside(command.error)}
        onConfirm={confirm}
        onClose={() => {
          clear();
          command.reset();
          preview.reset();
        }}
        size="lg"
      />
    );
  }
  return (
    <FormDialog
      opened
      title={absence ? t`Change absence` : t`Record absence`}
      submitLabel={<Trans>Show effect</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={preview.isPending}
      changed={form.isDirty()}
      size="lg"
    >
      <TextInput
        type="date"
        label={t`First day`}
        withAsterisk
        data-autofocus
        {...form.getInputProps('firstDay')}
      />
      {!form.values.isOpen && (
        <TextInput
          type="date"
          label={t`Last day`}
          description={t`The last day away. The person is back on the day after.`}
          withAsterisk
          {...form.getInputProps('lastDay')}
        />
      )}
      <Checkbox
        label={t`The return is not known yet`}
        {...form.getInputProps('isOpen', { type: 'checkbox' })}
      />
      <Select
        label={t`Kind`}
        description={t`Only the person and people who may record absences see this and the note.`}
        withAsterisk
        allowDeselect={false}
        data={absenceKinds.map((kind) => ({ value: kind, label: i18n._(absenceKindLabels[kind]) }))}
        {...form.getInputProps('kind')}
      />
      <Textarea
        label={t`Note`}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={absenceLimits.note}
        {...form.getInputProps('note')}
      />
      {absence && (
        <ReasonInput
          withAsterisk
          description={t`Everyone who reads the audit trail sees this. Leave out medical details.`}
          {...form.getInputProps('reason')}
        />
      )}
      <DialogError error={errorOutsideFields(preview.error, form.values)} />
    </FormDialog>
  );
}
