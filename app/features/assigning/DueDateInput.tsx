import { TextInput, type TextInputProps } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { compareDates, isRealDate } from '#shared/domain/calendar/calendar.ts';
import classes from '#app/features/assigning/Assigning.module.css';

/** A due date: any real day, with a warning if it has passed, because the training is then overdue at once (MTX-05). */
export function DueDateInput({
  today,
  ...input
}: TextInputProps & {
  /** Today in the time zone of the person's organization. */
  readonly today: string;
}) {
  const day = typeof input.value === 'string' ? input.value : '';
  const past = isRealDate(day) && compareDates(day, today) < 0;
  return (
    <TextInput
      type="date"
      withAsterisk
      {...input}
      description={
        past && (
          <span className={classes.warning} role="status">
            <IconAlertTriangle size={14} aria-hidden />
            <Trans>This day has passed: the training is overdue at once.</Trans>
          </span>
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
