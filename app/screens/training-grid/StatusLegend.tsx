import { Text, UnstyledButton } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { gridLetters, gridSource } from '#shared/domain/reports/grid-texts.ts';
import { trainingStates, type TrainingState } from '#shared/domain/reports/training-states.ts';
import { stateLooks } from '#app/features/by-module/StateBadge.tsx';
import { Mark } from '#app/screens/training-grid/use-marks.tsx';
import classes from '#app/screens/training-grid/TrainingGrid.module.css';

/** The meaning of the letters of the grid; each filters the grid by people who have that status. */
export function StatusLegend({
  value,
  onChange,
}: {
  readonly value: TrainingState | undefined;
  readonly onChange: (status: TrainingState | '') => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <div className={classes.legend} role="group" aria-label={t`Filter by status`}>
      <UnstyledButton
        className={classes.choice}
        aria-pressed={value === undefined}
        onClick={() => onChange('')}
      >
        <span style={{ paddingLeft: 6 }}>
          <Trans>All</Trans>
        </span>
      </UnstyledButton>
      {trainingStates.map((state) => (
        <UnstyledButton
          key={state}
          className={classes.choice}
          aria-pressed={value === state}
          onClick={() => onChange(value === state ? '' : state)}
        >
          <Mark state={state} letter={i18n._(gridLetters[state].id)} />
          <span>{i18n._(stateLooks[state].label)}</span>
        </UnstyledButton>
      ))}
      <Text component="span" size="sm" c="dimmed">
        {gridSource.mark} {i18n._(gridSource.meaning.id)}
      </Text>
    </div>
  );
}
