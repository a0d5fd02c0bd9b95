import { TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { absencesContract as contract, shownAbsence } from '#shared/contract/absences.ts';
import { isRealDate, wrongDate } from '#shared/domain/calendar/calendar.ts';
import { AbsenceEffect } from '#app/features/absences/AbsenceEffect.tsx';
import type { Absence } from '#app/features/absences/absence-texts.ts';
import { errorOutsideFields, useAppForm, type FormValues } from '#app/lib/forms.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

const shown = shownAbsence.partial({ preview: true, absence: true });

const ended: ToastRow = { tone: 'default', title: msg`Return Recorded` };
const voided: ToastRow = { tone: 'default', title: msg`Absence Voided` };
const failed: ToastRow = {
  tone: 'destructive',
  title: msg`Saving Failed`,
  text: msg`Failed to save the absence. Please try again.`,
};

interface Asked {
  readonly absence: Absence;
  readonly onClose: () => void;
}

/** Records the last day of an absence (USR-10). */
export function EndAbsenceDialog({ absence, onClose }: Asked) {
  const { t } = useLingui();
  const params = { id: String(absence.id) };
  const { newer, clear, whenChanged, errorBeside } = useNewerEffect(shown);
  const preview = useCommand(contract.end, { failure: failed, onError: (error) => showErrors(error) });
  const command = useCommand(contract.end, {
    success: ended,
    failure: failed,
    onSuccess: onClose,
    onError: whenChanged,
  });
  const { form, submit, showErrors } = useAppForm<FormValues & { lastDay: string }>({
    initialValues: { lastDay: '' },
    rules: ({ lastDay }) => ({
      ...(!isRealDate(lastDay) && { lastDay: reasonText(wrongDate(lastDay)) }),
      ...(isRealDate(lastDay) &&
        lastDay < absence.firstDay && { lastDay: reasonText('absence_ends_before') }),
    }),
    send: ({ lastDay }) => preview.mutate({ params, body: { lastDay, preview: true } }),
  });
  const { effect, effectHash } = newer ?? preview.data ?? {};
  if (effect) {
    return (
      <ConfirmDialog
        opened
        title={t`Record this return?`}
        confirmLabel={<Trans>Record return</Trans>}
        effects={<AbsenceEffect effect={effect} isNewer={newer !== null} />}
        afterForm
        busy={command.isPending}
        error={errorBeside(command.error)}
        onConfirm={() => command.mutate({ params, body: { lastDay: form.values.lastDay, effectHash } })}
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
      title={t`Record return`}
      submitLabel={<Trans>Show effect</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={preview.isPending}
      changed={form.isDirty()}
    >
      <TextInput
        type="date"
        label={t`Last day`}
        description={t`The last day away. The person is back on the day after.`}
        withAsterisk
        data-autofocus
        {...form.getInputProps('lastDay')}
      />
      <DialogError error={errorOutsideFields(preview.error, form.values)} />
    </FormDialog>
  );
}

/** Voids an absence that did not take place, with a reason (USR-10). */
export function VoidAbsenceDialog({ absence, onClose }: Asked) {
  const { t } = useLingui();
  const params = { id: String(absence.id) };
  const { newer, clear, whenChanged, errorBeside } = useNewerEffect(shown);
  const preview = useCommand(contract.void, { failure: failed, onError: (error) => showErrors(error) });
  const command = useCommand(contract.void, {
    success: voided,
    failure: failed,
    onSuccess: onClose,
    onError: whenChanged,
  });
  const { form, submit, showErrors } = useAppForm<FormValues & { reason: string }>({
    initialValues: { reason: '' },
    rules: ({ reason }) => ({ ...(reason.trim() === '' && { reason: reasonText('reason_required') }) }),
    send: () => preview.mutate({ params, body: { preview: true } }),
  });
  const { effect, effectHash } = newer ?? preview.data ?? {};
  if (effect) {
    return (
      <ConfirmDialog
        opened
        title={t`Void this absence?`}
        confirmLabel={<Trans>Void absence</Trans>}
        effects={<AbsenceEffect effect={effect} isNewer={newer !== null} />}
        afterForm
        busy={command.isPending}
        error={errorBeside(command.error)}
        onConfirm={() => command.mutate({ params, body: { reason: form.values.reason.trim(), effectHash } })}
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
      title={t`Void absence`}
      submitLabel={<Trans>Show effect</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={preview.isPending}
      changed={form.isDirty()}
    >
      <ReasonInput
        withAsterisk
        data-autofocus
        description={t`Everyone who reads the audit trail sees this. Leave out medical details.`}
        {...form.getInputProps('reason')}
      />
      <DialogError error={errorOutsideFields(preview.error, form.values)} />
    </FormDialog>
  );
}
