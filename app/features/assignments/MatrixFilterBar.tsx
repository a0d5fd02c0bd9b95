import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { matrixFilters, type MatrixFilter } from '#shared/domain/assignments/matrix-table.ts';
import { CountedFilter } from '#app/features/assignments/CountedFilter.tsx';

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
  const { t } = useLingui();
  return (
    <CountedFilter
      label={t`Filter by status`}
      values={matrixFilters}
      labels={labels}
      counts={counts}
      alarm="overdue"
      value={value}
      onChange={onChange}
    />
  );
}
