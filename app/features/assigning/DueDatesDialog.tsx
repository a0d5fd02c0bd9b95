import { Checkbox, NumberInput, Radio, Stack, Text } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { bulkAssignmentsContract, shownDueDates } from '#shared/contract/bulk-assignments.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { bulkLimits } from '#shared/domain/assignments/bulk.ts';
import { isRealDate, wrongDate } from '#shared/domain/calendar/calendar.ts';
import { useToday } from '#app/features/assignments/today.ts';
import type { ChosenPeople } from '#app/features/assigning/AssignModulesDialog.tsx';
import { ChosenNames } from '#app/features/assigning/ChosenNames.tsx';
import { DueDateInput } from '#app/features/assigning/DueDateInput.tsx';
import { ModulesSelect, type ChosenModules } from '#app/features/assigning/ModulesSelect.tsx';
import { SkippedTrainings } from '#app/features/assigning/SkippedTrainings.tsx';
import { errorOutsideFields, useAppForm, type FormValues } from '#app/lib/forms.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { EffectChanged } from '#app/ui/EffectChanged.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

interface Values extends FormValues {
  how: 'date' | 'days';
  dueDate: string;
  addDays: number | string;
  overdueOnly: boolean;
  reason: string;
}

/** The subject of the dialog: trainings by id with their titles, people with all their open trainings, or the open trainings of modules. */
export type MovedTrainings =
  | { readonly assignments: ReadonlyMap<number, string> }
  | { readonly people: ChosenPeople }
  | { readonly modules: ChosenModules };

const changed: ToastRow = {
  tone: 'default',
  title: msg`Due Dates Changed`,
  text: msg({ message: '{assignments, plural, one {# training} other {# trainings}}' }),
};
const changeFailed: ToastRow = {
  tone: 'destructive',
  title: msg`Update Failed`,
  text: msg`Failed to change the due dates. Please try again.`,
};

const isDays = (value: number | string): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value !== 0 && Math.abs(value) <= bulkLimits.days;

/** Changes the due dates of many trainings in one step, to a date or each by days, with a reason (LRN-06, MGR-02). */
export function DueDatesDialog({
  of,
  onDone,
  onClose,
}: {
  readonly of: MovedTrainings;
  /** Called after the command, before the dialog closes. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const today = useToday();
  const [modules, setModules] = useState<ChosenModules>(new Map());
  const only = 'modules' in of ? of.modules : modules;
  const { newer, clear, whenChanged, errorBeside } = useNewerEffect(shownDueDates);
  const preview = useCommand(bulkAssignmentsContract.changeDueDates, {
    failure: changeFailed,
    onError: (error) => showErrors(error),
  });
  const move = useCommand(bulkAssignmentsContract.changeDueDates, {
    success: changed,
    successValues: ({ effect }) => ({ assignments: effect.moved.assignments }),
    failure: changeFailed,
    onSuccess: () => {
      onDone?.();
      onClose();
    },
    onError: whenChanged,
  });
  const bodyOf = ({ how, dueDate, addDays, overdueOnly, reason }: Values) => ({
    ...('assignments' in of
      ? { assignmentIds: [...of.assignments.keys()] }
      : {
          ...('people' in of && { userIds: [...of.people.keys()] }),
          ...(only.size > 0 && { moduleIds: [...only.keys()] }),
          ...(overdueOnly && { overdueOnly }),
        }),
    ...(how === 'date' ? { dueDate } : { addDays: Number(addDays) }),
    reason: reason.trim(),
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: { how: 'date', dueDate: '', addDays: 7, overdueOnly: false, reason: '' },
    rules: ({ how, dueDate, addDays, reason }) => ({
      ...(how === 'date' && !isRealDate(dueDate) && { dueDate: reasonText(wrongDate(dueDate)) }),
      ...(how === 'days' && !isDays(addDays) && { addDays: t`Enter a number of days, up to 3650` }),
      ...(reason.trim() === '' && { reason: reasonText('reason_required') }),
    }),
    send: (values) => preview.mutate({ body: { ...bodyOf(values), preview: true } }),
  });
  const { effect, effectHash } = newer ?? preview.data ?? {};
  if (effect) {
    return (
      <ConfirmDialog
        opened
        title={t`Change these due dates?`}
        confirmLabel={<Trans>Change due dates</Trans>}
        effects={<Effect effect={effect} changed={newer !== null} />}
        details={<SkippedTrainings skipped={effect.skipped} count={effect.skippedCount} />}
        afterForm
        busy={move.isPending}
        blocked={effect.moved.assignments === 0}
        error={errorBeside(move.error)}
        onConfirm={() => move.mutate({ body: { ...bodyOf(form.values), effectHash } })}
        onClose={() => {
          clear();
          move.reset();
          preview.reset();
        }}
        size="lg"
      />
    );
  }
  const [label, title, names] = chosenOf(of);
  return (
    <FormDialog
      opened
      title={t`Change due dates`}
      submitLabel={<Trans>Show effect</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={preview.isPending}
      changed={form.isDirty() || modules.size > 0}
      size="lg"
    >
      <ChosenNames label={i18n._(label)} names={names} title={title} />
      {'people' in of && (
        <ModulesSelect
          label={t`Only these modules`}
          placeholder={modules.size === 0 ? t`All modules` : ''}
          chosen={modules}
          onChange={setModules}
        />
      )}
      {!('assignments' in of) && (
        <Checkbox
          label={t`Only overdue trainings`}
          {...form.getInputProps('overdueOnly', { type: 'checkbox' })}
        />
      )}
      <Radio.Group label={t`New due date`} {...form.getInputProps('how')}>
        <Stack gap="xs" mt="xs">
          <Radio value="date" label={t`Same date for all`} />
          <Radio value="days" label={t`Move each by a number of days`} />
        </Stack>
      </Radio.Group>
      {form.values.how === 'date' ? (
        <DueDateInput label={t`Due date`} today={today} {...form.getInputProps('dueDate')} />
      ) : (
        <NumberInput
          label={t`Days`}
          description={t`Use a negative number for an earlier date.`}
          withAsterisk
          allowDecimal={false}
          {...form.getInputProps('addDays')}
        />
      )}
      <ReasonInput withAsterisk {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(preview.error, form.values)} />
    </FormDialog>
  );
}

/** Returns the label, title and names of the choice. */
function chosenOf(of: MovedTrainings): readonly [MessageDescriptor, ReactNode, readonly string[]] {
  if ('people' in of) {
    const { size } = of.people;
    return [
      msg`Selected people`,
      <Plural
        key="people"
        value={size}
        one="Open trainings of # person"
        other="Open trainings of # people"
      />,
      [...of.people.values()],
    ];
  }
  if ('modules' in of) {
    const { size } = of.modules;
    return [
      msg`Selected modules`,
      <Plural
        key="modules"
        value={size}
        one="Open trainings of # module"
        other="Open trainings of # modules"
      />,
      [...of.modules.values()],
    ];
  }
  const { size } = of.assignments;
  return [
    msg`Selected trainings`,
    <Plural key="trainings" value={size} one="# training" other="# trainings" />,
    [...of.assignments.values()],
  ];
}

function Effect({
  effect: { moved, overdue, earliest, latest },
  changed: isNewer,
}: {
  readonly effect: ResponseOf<typeof bulkAssignmentsContract.changeDueDates>['effect'];
  readonly changed: boolean;
}) {
  return (
    <>
      {isNewer && <EffectChanged />}
      <Text fw={600}>
        <Trans>
          <Plural value={moved.assignments} one="# due date changes" other="# due dates change" /> for{' '}
          <Plural value={moved.people} one="# person" other="# people" />
        </Trans>
      </Text>
      {earliest !== null && latest !== null && (
        <Text size="sm">
          {earliest === latest ? (
            <Trans>
              New due date: <CalendarDate value={earliest} />
            </Trans>
          ) : (
            <Trans>
              New due dates: <CalendarDate value={earliest} /> to <CalendarDate value={latest} />
            </Trans>
          )}
        </Text>
      )}
      {overdue > 0 && (
        <Text size="sm">
          <Plural
            value={overdue}
            one="# training is overdue with its new date."
            other="# trainings are overdue with their new date."
          />
        </Text>
      )}
    </>
  );
}
