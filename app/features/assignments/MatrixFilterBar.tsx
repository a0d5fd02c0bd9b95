import { UnstyledButton } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { matrixFilters, type MatrixFilter } from '#shared/domain/assignments/matrix-table.ts';
import { useFormat } from '#app/lib/format.ts';
import classes from '#app/features/assignments/TrainingList.module.css';

const labels: Readonly<Record<MatrixFilter, MessageDescriptor>> = {
  all: msg`All`,
  completed: msg`Completed`,
  in_progress: msg`In Progress`,
  not_started: msg`Not Started`,
  overdue: msg`Overdue`,
};

/** The filter of the training matrix table with how many rows each value has (SPEC §2.6, §9). */
export function MatrixFilterBar({
  counts,
  value,
  onChange,
}: {
  readonly counts: Readonly<Record<MatrixFilter, number>>;
  readonly value: MatrixFilter;
  readonly onChange: (value: MatrixFilter) => void;
}) {
  const { i18n, t } = useLingui();
  const { number } = useFormat();
  return (
    <div className={classes.filters} role="group" aria-label={t`Filter by status`}>
      {matrixFilters.map((filter) => (
        <UnstyledButton
          key={filter}
          className={classes.filter}
          aria-pressed={filter === value}
          data-alarm={(filter === 'overdue' && counts.overdue > 0) || undefined}
          onClick={() => onChange(filter)}
        >
          <span>{i18n._(labels[filter])}</span>{' '}
          <span className={classes.count}>{number(counts[filter])}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
