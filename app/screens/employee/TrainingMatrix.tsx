import { Button, Paper } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { matchesFilter } from '#shared/domain/assignments/matrix-table.ts';
import {
  byDueOrder,
  countByFilter,
  filterOf,
  sorted,
  type OwnAssignment,
} from '#app/features/assignments/order.ts';
import { useToday } from '#app/features/assignments/today.ts';
import { useFormat } from '#app/lib/format.ts';
import type { Page } from '#app/lib/client.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { AssignmentCards } from '#app/features/assignments/AssignmentCards.tsx';
import { AssignmentAction } from '#app/features/assignments/AssignmentAction.tsx';
import { AssignmentTable } from '#app/features/assignments/AssignmentTable.tsx';
import listClasses from '#app/features/assignments/TrainingList.module.css';
import classes from '#app/screens/employee/Employee.module.css';
import { MatrixFilterBar } from '#app/features/assignments/MatrixFilterBar.tsx';
import { listId } from '#app/screens/employee/StatCards.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load, type Loadable } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** The training matrix (SPEC §2.6): own trainings with filter and sort in the address; cards in due order on a phone. */
export function TrainingMatrix({
  assignments,
  phone,
}: {
  readonly assignments: Loadable<Page<OwnAssignment>>;
  readonly phone: boolean;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const today = useToday();
  const [state, patch] = useUrlState({ filter: 'all', sort: 'due' });
  const filter = filterOf(state.filter);
  return (
    <div id={listId} className={classes.list}>
      <Section title={<Trans>Training Matrix</Trans>}>
        <Load query={assignments} skeleton={<LineSkeletons label={t`Loading your trainings...`} />}>
          {({ rows, total }) => {
            if (rows.length === 0) return <NoTrainings />;
            const shown = rows.filter(({ status }) => matchesFilter(status, filter));
            const [here, all] = [number(rows.length), number(total)];
            const filters = (
              <MatrixFilterBar
                counts={countByFilter(rows)}
                value={filter}
                onChange={(value) => patch({ filter: value })}
              />
            );
            const empty = <NoneOfThese onAll={() => patch({ filter: 'all' })} />;
            return (
              <>
                {phone ? (
                  <>
                    {filters}
                    {shown.length === 0 ? (
                      <Paper withBorder>{empty}</Paper>
                    ) : (
                      <AssignmentCards
                        label={t`Own trainings`}
                        action={AssignmentAction}
                        today={today}
                        assignments={shown.toSorted(byDueOrder)}
                      />
                    )}
                  </>
                ) : (
                  <AssignmentTable
                    id="my-training"
                    label={t`Own trainings`}
                    loadingLabel={t`Loading your trainings...`}
                    action={AssignmentAction}
                    today={today}
                    assignments={sorted(shown, state.sort)}
                    filters={filters}
                    empty={empty}
                    sort={state.sort}
                    onSort={(sort) => patch({ sort })}
                  />
                )}
                {total > rows.length && (
                  <p className={listClasses.note}>
                    <Trans>
                      The first {here} of {all} trainings are shown.
                    </Trans>
                  </p>
                )}
              </>
            );
          }}
        </Load>
      </Section>
    </div>
  );
}

function NoneOfThese({ onAll }: { readonly onAll: () => void }) {
  return (
    <EmptyState
      title={<Trans>No training assignments</Trans>}
      hint={<Trans>None of your trainings has this status.</Trans>}
      action={
        <Button variant="default" onClick={onAll}>
          <Trans>Show all trainings</Trans>
        </Button>
      }
    />
  );
}

function NoTrainings() {
  return (
    <Paper withBorder>
      <EmptyState
        title={<Trans>No training assignments</Trans>}
        hint={
          <Trans>
            Trainings that are assigned to you stand here with their due dates. There are none yet.
          </Trans>
        }
      />
    </Paper>
  );
}
