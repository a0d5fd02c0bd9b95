import { Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ScheduleForm } from '#app/screens/outbox/schedule/schedule-form.ts';
import classes from '#app/screens/outbox/schedule/Schedule.module.css';
import { StepList } from '#app/screens/outbox/schedule/StepList.tsx';

/** All lists of steps: first for trainings, then for documents that expire (NOT-04). */
export function StepLists({ form }: { readonly form: ScheduleForm }) {
  return (
    <>
      <Title order={2} size="h3" className={classes.part}>
        <Trans>Trainings</Trans>
      </Title>
      <TrainingSteps form={form} />
      <div className={classes.part}>
        <Title order={2} size="h3">
          <Trans>Documents that expire</Trans>
        </Title>
        <Text size="sm" c="dimmed">
          <Trans>
            After a renewal, reminders start over with the new date. Where an organization has no HR staff,
            administrators are notified instead.
          </Trans>
        </Text>
      </div>
      <DocumentSteps form={form} />
    </>
  );
}

function TrainingSteps({ form }: { readonly form: ScheduleForm }) {
  const { t } = useLingui();
  return (
    <>
      <StepList
        kind="due"
        title={<Trans>Before the due date</Trans>}
        hint={<Trans>0 days is the due date itself.</Trans>}
        daysLabel={t`Days before`}
        form={form}
      />
      <StepList
        kind="overdue"
        title={<Trans>After the due date</Trans>}
        hint={<Trans>Until the training is completed.</Trans>}
        daysLabel={t`Days after`}
        form={form}
      />
      <StepList
        kind="renewal"
        title={<Trans>When a renewal opens</Trans>}
        hint={<Trans>For trainings that renew, before their due date.</Trans>}
        daysLabel={t`Days after`}
        form={form}
      />
    </>
  );
}

function DocumentSteps({ form }: { readonly form: ScheduleForm }) {
  const { t } = useLingui();
  return (
    <>
      <StepList
        kind="cv"
        title={<Trans>CVs</Trans>}
        hint={<Trans>Counted from the last day of a signed CV; 0 days is that day itself.</Trans>}
        daysLabel={t`Days`}
        form={form}
      />
      <StepList
        kind="notice"
        title={<Trans>Notice of agreements</Trans>}
        hint={
          <Trans>
            Counted from the day by which notice of an active agreement must be given: its notice period
            before its last day, 30 days at least.
          </Trans>
        }
        daysLabel={t`Days`}
        form={form}
      />
      <StepList
        kind="agreement"
        title={<Trans>Consulting agreements</Trans>}
        hint={<Trans>Counted from the last day of an active agreement; 0 days is that day itself.</Trans>}
        daysLabel={t`Days`}
        form={form}
      />
      <StepList
        kind="review"
        title={<Trans>Reviews of documents</Trans>}
        hint={<Trans>Counted from the day on which an organization’s document is to be reviewed.</Trans>}
        daysLabel={t`Days`}
        form={form}
      />
      <StepList
        kind="registration"
        title={<Trans>Registrations</Trans>}
        hint={<Trans>Counted from the last day of a registration. Registrations have no owner.</Trans>}
        daysLabel={t`Days`}
        form={form}
      />
      <StepList
        kind="reading"
        title={<Trans>Documents to read</Trans>}
        hint={<Trans>Counted from the date by which a person must read and acknowledge a document.</Trans>}
        daysLabel={t`Days`}
        form={form}
      />
    </>
  );
}
