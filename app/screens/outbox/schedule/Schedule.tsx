import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reminderScheduleContract } from '#shared/contract/reminder-schedule.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { keyOf, queryFor } from '#app/lib/client.ts';
import { useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { SaveDialog } from '#app/screens/outbox/schedule/SaveDialog.tsx';
import classes from '#app/screens/outbox/schedule/Schedule.module.css';
import {
  bodyOf,
  scheduleRefusals,
  valuesOf,
  type Schedule as StoredSchedule,
  type ScheduleValues,
} from '#app/screens/outbox/schedule/schedule-form.ts';
import { StaleSchedule } from '#app/screens/outbox/schedule/StaleSchedule.tsx';
import { StepLists } from '#app/screens/outbox/schedule/StepLists.tsx';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { LeaveGuard } from '#app/ui/LeaveGuard.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { History } from '#app/features/trail/History.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** /outbox/schedule (NOT-04): when people are reminded of trainings and of documents that expire, and who else is notified. */
export function Schedule() {
  const { t } = useLingui();
  const schedule = useQuery({ ...queryFor(reminderScheduleContract.get), staleTime: 0 });
  return (
    <Page>
      <PageHeader
        crumbs={[{ label: t`Outbox`, to: '/outbox' }, { label: t`Reminder schedule` }]}
        title={t`Reminder schedule`}
        subtitle={t`When people receive email reminders about trainings and documents, and who else is notified`}
      />
      <Load
        query={schedule}
        skeleton={<LineSkeletons count={5} height={64} label={t`Loading schedule...`} />}
      >
        {(data) => <ScheduleForm schedule={data} />}
      </Load>
      <History of={{ recordType: 'settings', recordId: 'reminders' }} />
    </Page>
  );
}

function ScheduleForm({ schedule }: { readonly schedule: StoredSchedule }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [base, setBase] = useState(schedule);
  const [newer, setNewer] = useState<StoredSchedule | null>(null);
  const start = (from: StoredSchedule): void => {
    setBase(from);
    setNewer(null);
    form.setInitialValues(valuesOf(from));
    form.setValues(valuesOf(from));
    form.resetDirty(valuesOf(from));
  };
  const preview = useCommand(reminderScheduleContract.preview, {
    onError: (error: ApiError) => showErrors(error) || true,
  });
  const save = useCommand(reminderScheduleContract.change, {
    success: messages.scheduleSaved,
    onSuccess: (saved) => {
      client.setQueryData(keyOf(reminderScheduleContract.get, {}), saved);
      preview.reset();
      start(saved);
    },
    onError: (error) => {
      if (error.code === 'STALE') {
        preview.reset();
        setNewer(error.problem?.['current'] as StoredSchedule);
      }
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm<ScheduleValues>({
    initialValues: valuesOf(schedule),
    rules: scheduleRefusals,
    send: (values) => {
      save.reset();
      preview.mutate({ body: bodyOf(values) });
    },
  });
  const changed = form.isDirty();
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <LeaveGuard when={changed} saving={save.isPending} />
      {newer && (
        <StaleSchedule
          before={base}
          after={newer}
          onTakeNewer={() => start(newer)}
          onKeepMine={() => {
            setBase(newer);
            setNewer(null);
          }}
        />
      )}
      <Paper withBorder className={classes.card}>
        <TextInput
          type="time"
          className={classes.time}
          label={t`Time of sending`}
          description={t`In each organization’s time zone. A person gets at most one email per day about trainings and one about documents.`}
          {...form.getInputProps('sendAt')}
        />
      </Paper>
      <StepLists form={form} />
      <div className={classes.foot} data-changed={changed || undefined}>
        <DialogError error={preview.error && Object.keys(form.errors).length === 0 ? preview.error : null} />
        <Group gap="sm" justify="flex-end">
          {changed && (
            <>
              <Text size="sm" c="dimmed" role="status">
                <Trans>Not saved yet</Trans>
              </Text>
              <Button variant="default" disabled={preview.isPending} onClick={() => form.reset()}>
                <Trans>Discard</Trans>
              </Button>
            </>
          )}
          <Button type="submit" loading={preview.isPending} disabled={!changed || newer !== null}>
            <Trans>Save schedule</Trans>
          </Button>
        </Group>
      </div>
      {preview.data && (
        <SaveDialog
          effect={preview.data}
          silent={!form.values.steps.some(({ isActive }) => isActive)}
          busy={save.isPending}
          error={save.error}
          onConfirm={() => save.mutate({ body: bodyOf(form.values), ifMatch: `"${String(base.revision)}"` })}
          onClose={() => preview.reset()}
        />
      )}
    </form>
  );
}
