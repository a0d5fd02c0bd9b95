import { Checkbox, Text } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { bulkAssignmentsContract, shownAssigning } from '#shared/contract/bulk-assignments.ts';
import { assigningLimits } from '#shared/domain/assignments/bulk.ts';
import { DEFAULT_DAYS_TO_DUE } from '#shared/domain/assignments/due.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { useToday } from '#app/features/assignments/today.ts';
import { ChosenNames } from '#app/features/assigning/ChosenNames.tsx';
import { DueDateInput } from '#app/features/assigning/DueDateInput.tsx';
import { MissingContent } from '#app/features/assigning/MissingContent.tsx';
import { ModulesSelect, type ChosenModules } from '#app/features/assigning/ModulesSelect.tsx';
import { PeopleChoice } from '#app/features/assigning/PeopleChoice.tsx';
import { RunDialog } from '#app/features/assigning/runs/RunDialog.tsx';
import type { AssigningRun } from '#app/features/assigning/runs/use-runs.ts';
import { SkippedTrainings } from '#app/features/assigning/SkippedTrainings.tsx';
import {
  assigningBody,
  assigningErrors,
  type AssigningValues,
} from '#app/features/assigning/assigning-form.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { EffectChanged } from '#app/ui/EffectChanged.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

/** People by id with their names. */
export type ChosenPeople = ReadonlyMap<string, string>;

const assigned: ToastRow = {
  tone: 'default',
  title: msg`Modules Assigned`,
  text: msg({
    message:
      '{assignments, plural, one {# training} other {# trainings}} for {people, plural, one {# person} other {# people}}',
  }),
};

/**
 * Assigns modules to people in one step (MTX-05, MGR-02). The people or modules selected before are preset; the rest is chosen
 * here. The dialog then shows the effect, and who is left out and why, and carries it out.
 */
export function AssignModulesDialog({
  people: selectedPeople,
  modules: selectedModules,
  onDone,
  onClose,
}: {
  readonly people?: ChosenPeople;
  readonly modules?: ChosenModules;
  /** Called after the command, before the dialog closes. */
  readonly onDone?: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const today = useToday();
  const { toastOf } = useMailServer();
  const [people, setPeople] = useState<ChosenPeople>(selectedPeople ?? new Map());
  const [modules, setModules] = useState<ChosenModules>(selectedModules ?? new Map());
  const [run, setRun] = useState<AssigningRun | null>(null);
  const { newer, clear, whenChanged, errorBeside } = useNewerEffect(shownAssigning);
  const preview = useCommand(bulkAssignmentsContract.assignModules, {
    failure: messages.moduleAssignFailed,
    onError: (error) => showErrors(error),
  });
  const assign = useCommand(bulkAssignmentsContract.assignModules, {
    success: ({ effect, run: begun }) =>
      begun ? messages.assigningBegun : effect.assigned.assignments > 0 ? toastOf(assigned) : assigned,
    successValues: ({ effect }) => ({ ...effect.assigned }),
    failure: messages.moduleAssignFailed,
    onSuccess: (answer) => {
      if (answer.run) return setRun(answer.run);
      onDone?.();
      onClose();
    },
    onError: whenChanged,
  });
  const bodyOf = (values: AssigningValues) => ({
    userIds: [...people.keys()],
    moduleIds: [...modules.keys()],
    ...assigningBody(values),
  });
  const { form, submit, showErrors } = useAppForm<AssigningValues>({
    initialValues: { dueDate: addDays(today, DEFAULT_DAYS_TO_DUE), retrain: false, reason: '' },
    rules: assigningErrors,
    send: (values) => preview.mutate({ body: { ...bodyOf(values), preview: true } }),
  });
  const { effect, effectHash } = newer ?? preview.data ?? {};
  if (run) {
    return (
      <RunDialog
        run={run}
        onClose={() => {
          onDone?.();
          onClose();
        }}
      />
    );
  }
  if (effect) {
    return (
      <ConfirmDialog
        opened
        title={t`Assign these modules?`}
        confirmLabel={<Trans>Assign</Trans>}
        effects={
          <>
            {newer && <EffectChanged />}
            <Text fw={600}>
              <Trans>
                <Plural value={effect.assigned.assignments} one="# training" other="# trainings" /> for{' '}
                <Plural value={effect.assigned.people} one="# person" other="# people" />
              </Trans>
            </Text>
            <Text size="sm">
              <Trans>
                Due <CalendarDate value={form.values.dueDate} />
              </Trans>
            </Text>
            <ChosenNames
              label={t`Modules`}
              names={[...modules.values()]}
              title={<Plural value={modules.size} one="# module:" other="# modules:" />}
            />
            {effect.away.assignments > 0 && (
              <Text size="sm">
                <Plural
                  value={effect.away.assignments}
                  one="# of them is due later, because the person is away then."
                  other="# of them are due later, because the people are away then."
                />
              </Text>
            )}
            {effect.retrained.assignments > 0 && (
              <Text size="sm">
                <Plural
                  value={effect.retrained.assignments}
                  one="# of them was completed before and is assigned again."
                  other="# of them were completed before and are assigned again."
                />
              </Text>
            )}
          </>
        }
        details={
          <>
            <SkippedTrainings skipped={effect.skipped} count={effect.skippedCount} />
            <MailNotice />
          </>
        }
        afterForm
        busy={assign.isPending}
        blocked={effect.assigned.assignments === 0}
        error={errorBeside(assign.error)}
        onConfirm={() => assign.mutate({ body: { ...bodyOf(form.values), effectHash } })}
        onClose={() => {
          clear();
          assign.reset();
          preview.reset();
        }}
        size="lg"
      />
    );
  }
  const names = [...people.values()];
  const titles = [...modules.values()];
  const changed =
    form.isDirty() || (!selectedPeople && people.size > 0) || (!selectedModules && modules.size > 0);
  return (
    <FormDialog
      opened
      title={t`Assign modules`}
      submitLabel={<Trans>Show effect</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={preview.isPending}
      blocked={people.size === 0 || modules.size === 0 || people.size > assigningLimits.people}
      changed={changed}
      size="lg"
    >
      {selectedModules ? (
        <>
          <ChosenNames
            label={t`Selected modules`}
            names={titles}
            title={<Plural value={titles.length} one="# module" other="# modules" />}
          />
          {/* These modules come from the library, which only administrators see. */}
          <MissingContent moduleIds={[...modules.keys()]} />
        </>
      ) : (
        <ModulesSelect
          label={t`Modules`}
          placeholder={t`Search by title`}
          withAsterisk
          warns
          chosen={modules}
          onChange={setModules}
        />
      )}
      {selectedPeople ? (
        <ChosenNames
          label={t`Selected people`}
          names={names}
          title={<Plural value={names.length} one="# person" other="# people" />}
        />
      ) : (
        <PeopleChoice chosen={people} onChange={setPeople} />
      )}
      <DueDateInput label={t`Due date`} today={today} {...form.getInputProps('dueDate')} />
      <Checkbox
        label={t`Also assign as retraining to people who already completed a module`}
        {...form.getInputProps('retrain', { type: 'checkbox' })}
      />
      <ReasonInput withAsterisk={form.values.retrain} {...form.getInputProps('reason')} />
      <DialogError error={errorOutsideFields(preview.error, form.values)} />
    </FormDialog>
  );
}
