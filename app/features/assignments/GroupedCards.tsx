import { useLingui } from '@lingui/react';
import type { ComponentProps } from 'react';
import type { DueGroup } from '#shared/domain/assignments/matrix-table.ts';
import { AssignmentCards } from '#app/features/assignments/AssignmentCards.tsx';
import { groupLabels } from '#app/features/assignments/group-labels.ts';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import classes from '#app/features/assignments/TrainingList.module.css';
import { inGroups, type RowGroup } from '#app/ui/table/columns.ts';

/** Cards of trainings under the headings of their due groups; without `groupOf` one list. */
export function GroupedCards<Row extends ListedTraining>({
  groupOf,
  heading: Heading = 'h3',
  label,
  assignments,
  ...rest
}: ComponentProps<typeof AssignmentCards<Row>> & {
  readonly groupOf: ((row: Row) => RowGroup) | undefined;
  readonly heading?: 'h2' | 'h3';
}) {
  const { i18n } = useLingui();
  return inGroups(assignments, groupOf).map(({ group, rows }) => (
    <section key={group?.key ?? 'all'} className={classes.group}>
      {group && <Heading className={classes.groupTitle}>{group.title}</Heading>}
      <AssignmentCards
        {...rest}
        label={group ? i18n._(groupLabels[group.key as DueGroup]) : label}
        assignments={rows}
      />
    </section>
  ));
}
