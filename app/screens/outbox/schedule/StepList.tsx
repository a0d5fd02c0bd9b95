import { ActionIcon, Button, NumberInput, Paper, Select, Switch, Text, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import {
  audiencesOf,
  isExpiryKind,
  scheduleLimits,
  type ScheduleKind,
} from '#shared/domain/reminders/schedule-steps.ts';
import {
  audienceLabel,
  daysOf,
  newStep,
  type ScheduleForm,
} from '#app/screens/outbox/schedule/schedule-form.ts';
import { useStepText } from '#app/screens/outbox/schedule/step-text.ts';
import classes from '#app/screens/outbox/schedule/Schedule.module.css';

/** The steps of one kind, one per line: days (for documents before or after), recipients, on or off (NOT-04). */
export function StepList({
  kind,
  title,
  hint,
  daysLabel,
  form,
}: {
  readonly kind: ScheduleKind;
  readonly title: ReactNode;
  readonly hint: ReactNode;
  readonly daysLabel: string;
  readonly form: ScheduleForm;
}) {
  const heading = useId();
  const { steps } = form.values;
  const own = steps.flatMap((step, at) => (step.kind === kind ? [{ step, at }] : []));
  return (
    <Paper withBorder component="section" className={classes.card} aria-labelledby={heading}>
      <div className={classes.head}>
        <Title order={3} size="h4" id={heading}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
      {own.length === 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>No step: no one is notified.</Trans>
        </Text>
      ) : (
        <ul className={classes.steps}>
          {own.map(({ step, at }) => (
            <StepLine key={step.key} at={at} daysLabel={daysLabel} form={form} />
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          mih={36}
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={steps.length >= scheduleLimits.steps}
          aria-describedby={heading}
          onClick={() => form.insertListItem('steps', newStep(kind, steps))}
        >
          <Trans>Add step</Trans>
        </Button>
      </div>
    </Paper>
  );
}

/** The part of Mantine's field props that is used. */
interface SelectInput {
  readonly onChange: (value: string | null) => void;
}

function StepLine({
  at,
  daysLabel,
  form,
}: {
  readonly at: number;
  readonly daysLabel: string;
  readonly form: ScheduleForm;
}) {
  const { t, i18n } = useLingui();
  const stepText = useStepText();
  const step = form.values.steps[at];
  if (!step) return null;
  const path = `steps.${String(at)}`;
  const { kind } = step;
  const said = stepText({ ...step, days: daysOf(step) || 0 });
  const chosen = (field: 'when' | 'audience') => {
    const { onChange, ...props }: SelectInput = form.getInputProps(`${path}.${field}`);
    return {
      ...props,
      onChange: (value: string | null) => {
        onChange(value);
        // The error at the days may have been that the same step exists twice.
        form.clearFieldError(`${path}.days`);
      },
    };
  };
  return (
    <li className={classes.line}>
      {/* Names the step of the fields: the fields have the same labels in each step. */}
      <div
        role="group"
        aria-label={said}
        className={classes.step}
        data-off={!step.isActive || undefined}
        data-sides={isExpiryKind(kind) || undefined}
      >
        <NumberInput
          className={classes.days}
          classNames={{ label: classes.label }}
          label={daysLabel}
          min={0}
          max={scheduleLimits.days}
          maxLength={3}
          {...form.getInputProps(`${path}.days`)}
        />
        {isExpiryKind(kind) && (
          <Select
            classNames={{ label: classes.label }}
            label={t`Before or after`}
            allowDeselect={false}
            data={[
              { value: 'before', label: t`Before` },
              { value: 'after', label: t`After` },
            ]}
            {...chosen('when')}
          />
        )}
        <Select
          className={classes.audience}
          classNames={{ label: classes.label }}
          label={t`Recipient`}
          allowDeselect={false}
          data={audiencesOf(kind).map((value) => ({ value, label: i18n._(audienceLabel(kind, value)) }))}
          {...chosen('audience')}
        />
        <Switch
          className={classes.switch}
          size="md"
          label={step.isActive ? t`On` : t`Off`}
          aria-label={t`Turned on: ${said}`}
          checked={step.isActive}
          onChange={({ currentTarget }) => form.setFieldValue(`${path}.isActive`, currentTarget.checked)}
        />
        <ActionIcon
          variant="subtle"
          color="red"
          size={36}
          aria-label={t`Remove: ${said}`}
          onClick={() => form.removeListItem('steps', at)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}
