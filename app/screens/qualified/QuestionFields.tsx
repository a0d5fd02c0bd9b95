import { Skeleton, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleContract } from '#shared/contract/people.ts';
import { compareDates, isRealDate } from '#shared/domain/calendar/calendar.ts';
import { ModuleFilter } from '#app/features/by-module/ModuleFilter.tsx';
import { nameOf } from '#app/features/people/people.ts';
import { PersonSelect } from '#app/features/people/PersonSelect.tsx';
import { queryFor } from '#app/lib/client.ts';
import classes from '#app/screens/qualified/Qualified.module.css';

interface Question {
  readonly person: string;
  readonly module: string;
  readonly day: string;
}

/** Who, what and when is asked about. */
export function QuestionFields({
  person,
  module,
  day,
  today,
  onChange,
}: Question & {
  readonly today: string;
  readonly onChange: (changes: Partial<Question>) => void;
}) {
  const { t } = useLingui();
  // The address names a person by id alone; who is chosen here has a name already.
  const [first] = useState(person);
  const named = useQuery({
    ...queryFor(peopleContract.details, { params: { userId: first } }),
    enabled: /^[\w-]{1,64}$/.test(first),
    retry: false,
  });
  const isNaming = first !== '' && named.isPending && named.isFetching;
  const future = isRealDate(day) && compareDates(day, today) > 0;
  return (
    <div className={classes.fields}>
      {isNaming ? (
        <Skeleton className={classes.field ?? ''} height={60} />
      ) : (
        <PersonSelect
          among="everyone"
          className={classes.field ?? ''}
          label={t`Person`}
          placeholder={t`Choose a person`}
          value={person === '' ? null : person}
          chosen={named.data ? { id: named.data.user.id, name: nameOf(named.data.user) } : undefined}
          onChange={(id) => onChange({ person: id ?? '' })}
        />
      )}
      <ModuleFilter
        className={classes.field ?? ''}
        placeholder={t`Choose a module`}
        clearButtonProps={{ 'aria-label': t`Clear the module` }}
        value={module}
        onChange={(id) => onChange({ module: id })}
      />
      <TextInput
        className={classes.day ?? ''}
        type="date"
        label={t`Day`}
        value={day}
        max={today}
        onChange={({ currentTarget }) => onChange({ day: currentTarget.value })}
        error={future ? <Trans>The date must not be in the future.</Trans> : undefined}
      />
    </div>
  );
}
