import { useLingui } from '@lingui/react';
import type { DueGroup } from '#shared/domain/assignments/matrix-table.ts';
import classes from '#app/features/assignments/TrainingList.module.css';
import { groupLabels } from '#app/features/assignments/group-labels.ts';
import { useFormat } from '#app/lib/format.ts';

/** The heading of a due group with its number of trainings (LRN-01, LRN-03). */
export function DueGroupTitle({
  group,
  count,
}: {
  readonly group: DueGroup;
  readonly count: number | undefined;
}) {
  const { i18n } = useLingui();
  const { number } = useFormat();
  return (
    <>
      {i18n._(groupLabels[group])}{' '}
      {count !== undefined && <span className={classes.groupCount}>{number(count)}</span>}
    </>
  );
}
