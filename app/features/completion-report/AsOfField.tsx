import { TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { compareDates, isRealDate } from '#shared/domain/calendar/calendar.ts';
import { useToday } from '#app/features/assignments/today.ts';
import classes from '#app/features/completion-report/ReportFilters.module.css';

/** The as-of day of a report (RPT-04); empty: now. */
export function AsOfField({
  day,
  onChange,
}: {
  readonly day: string;
  readonly onChange: (day: string) => void;
}) {
  const { t } = useLingui();
  const today = useToday();
  const future = isRealDate(day) && compareDates(day, today) > 0;
  return (
    <TextInput
      className={classes.day ?? ''}
      type="date"
      label={t`As of`}
      value={day}
      max={today}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={future ? t`The date must not be in the future.` : undefined}
    />
  );
}
