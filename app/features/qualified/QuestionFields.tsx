import { TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { compareDates, isRealDate } from '#shared/domain/calendar/calendar.ts';
import { ModuleFilter } from '#app/features/by-module/ModuleFilter.tsx';
import { useLatestDay } from '#app/features/assignments/today.ts';
import { NamedPersonSelect } from '#app/features/people/NamedPersonSelect.tsx';
import classes from '#app/features/qualified/QuestionFields.module.css';

interface Question {
  readonly person: string;
  readonly module: string;
  readonly day: string;
  /** The number of a version; empty: none in particular. */
  readonly version: string;
}

/** Returns whether a text is the number of a version. */
export const isVersion = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** The fields of the question: the person, the module, the day and the version. */
export function QuestionFields({
  person,
  module,
  day,
  version,
  onChange,
}: Question & {
  readonly onChange: (changes: Partial<Question>) => void;
}) {
  const { t } = useLingui();
  // In the person's time zone it may already be tomorrow; the server uses that time zone.
  const latest = useLatestDay();
  const future = isRealDate(day) && compareDates(day, latest) > 0;
  return (
    <div className={classes.fields}>
      <NamedPersonSelect
        among="everyone"
        className={classes.field ?? ''}
        label={t`Person`}
        placeholder={t`Choose a person`}
        value={person}
        onChange={(id) => onChange({ person: id })}
      />
      <ModuleFilter
        className={classes.field ?? ''}
        placeholder={t`Choose a module`}
        clearButtonProps={{ 'aria-label': t`Clear the module` }}
        value={module}
        onChange={(id) => onChange({ module: id })}
      />
      <TextInput
        className={classes.version ?? ''}
        label={t`Version`}
        placeholder={t`Any`}
        inputMode="numeric"
        maxLength={9}
        value={version}
        onChange={({ currentTarget }) => onChange({ version: currentTarget.value.trim() })}
        error={
          version !== '' && !isVersion(version) ? <Trans>Must be a positive whole number</Trans> : undefined
        }
      />
      <TextInput
        className={classes.day ?? ''}
        type="date"
        label={t`Day`}
        value={day}
        max={latest}
        onChange={({ currentTarget }) => onChange({ day: currentTarget.value })}
        error={future ? <Trans>The date must not be in the future.</Trans> : undefined}
      />
    </div>
  );
}
