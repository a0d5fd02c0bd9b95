import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { matrixFilters, type MatrixFilter } from '#shared/domain/assignments/matrix-table.ts';
import { FilterPills } from '#app/ui/FilterPills.tsx';

const labels: Readonly<Record<MatrixFilter, MessageDescriptor>> = {
  all: msg`All`,
  completed: msg`Completed`,
  in_progress: msg`In Progress`,
  not_started: msg`Not Started`,
  overdue: msg`Overdue`,
  expired: msg`Expired`,
};

/** The filter of the training matrix table with the number of rows for each value (SPEC §2.6, §9). */
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
  const pills = matrixFilters.map((filter) => ({
    value: filter,
    label: i18n._(labels[filter]),
    count: counts[filter],
    alarm: filter === 'overdue' || filter === 'expired',
  }));
  return <FilterPills label={t`Filter by status`} pills={pills} value={value} onChange={onChange} />;
}
