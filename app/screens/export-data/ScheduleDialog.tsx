import { Button, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { savedExportsContract as contract } from '#shared/contract/saved-exports.ts';
import type { ExportFrequency } from '#shared/domain/reports/export-schedule.ts';
import { errorOutsideFields, useAppForm, type FormValues } from '#app/lib/forms.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { weekdayLabels, type SavedExportRow } from '#app/screens/export-data/schedule-words.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

const scheduled: ToastRow = {
  tone: 'default',
  title: msg`Schedule saved`,
  text: msg`You receive an email with a link each time a file is ready.`,
};
const ended: ToastRow = {
  tone: 'default',
  title: msg`Schedule ended`,
  text: msg`It no longer runs by itself.`,
};

interface Values extends FormValues {
  frequency: ExportFrequency;
  weekday: string;
  monthDay: number | string;
  time: string;
}

const bodyOf = ({ frequency, weekday, monthDay, time }: Values) => {
  if (frequency === 'daily') return { frequency, time };
  if (frequency === 'weekly') return { frequency, time, weekday: Number(weekday) };
  return { frequency, time, monthDay: Number(monthDay) };
};

/** Sets, changes, resumes or ends the schedule of a saved export (RPT-03). */
export function ScheduleDialog({
  one: { id, name, schedule },
  onClose,
}: {
  readonly one: SavedExportRow;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const save = useCommand(contract.schedule, {
    success: scheduled,
    onSuccess: onClose,
    onError: (error) => showErrors(error),
  });
  const end = useCommand(contract.unschedule, { success: ended, onSuccess: onClose, onError: () => true });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: {
      frequency: schedule?.frequency ?? 'weekly',
      weekday: String(schedule?.weekday ?? 1),
      monthDay: schedule?.monthDay ?? 1,
      time: schedule?.time ?? '07:00',
    },
    rules: ({ frequency, monthDay, time }) => ({
      time: /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? undefined : t`Enter a time such as 07:00.`,
      monthDay:
        frequency !== 'monthly' || (Number(monthDay) >= 1 && Number(monthDay) <= 31)
          ? undefined
          : t`Enter a day from 1 to 31.`,
    }),
    send: (values) => save.mutate({ params: { id }, body: bodyOf(values) }),
  });
  const { frequency } = form.values;
  const paused = schedule !== null && schedule.pause !== null;
  return (
    <FormDialog
      opened
      title={t`Schedule “${name}”`}
      submitLabel={paused ? <Trans>Resume schedule</Trans> : <Trans>Save schedule</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={save.isPending || end.isPending}
      changed={form.isDirty()}
      size="md"
      extra={
        schedule !== null && (
          <Button variant="subtle" color="red.9" onClick={() => end.mutate({ params: { id } })}>
            <Trans>End schedule</Trans>
          </Button>
        )
      }
    >
      <Select
        label={t`Frequency`}
        allowDeselect={false}
        data={[
          { value: 'daily', label: t`Daily` },
          { value: 'weekly', label: t`Weekly` },
          { value: 'monthly', label: t`Monthly` },
        ]}
        {...form.getInputProps('frequency')}
      />
      {frequency === 'weekly' && (
        <Select
          label={t`Day of the week`}
          allowDeselect={false}
          data={weekdayLabels.map((label, index) => ({ value: String(index + 1), label: i18n._(label) }))}
          {...form.getInputProps('weekday')}
        />
      )}
      {frequency === 'monthly' && (
        <NumberInput
          label={t`Day of the month`}
          description={t`In a month without this day, it runs on the last day.`}
          min={1}
          max={31}
          allowDecimal={false}
          {...form.getInputProps('monthDay')}
        />
      )}
      <TextInput type="time" label={t`Time`} withAsterisk {...form.getInputProps('time')} />
      <Text size="sm" c="dimmed">
        <Trans>
          The time is in your time zone, which you choose in your settings. The email contains a link that
          requires signing in, never the data.
        </Trans>
      </Text>
      <DialogError error={errorOutsideFields(save.error ?? end.error, form.values)} />
    </FormDialog>
  );
}
