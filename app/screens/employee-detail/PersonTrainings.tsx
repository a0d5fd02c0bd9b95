import { Button, Paper } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { matchesFilter } from '#shared/domain/assignments/matrix-table.ts';
import { CertificateAction } from '#app/features/assignments/AssignmentAction.tsx';
import { AssignmentCards } from '#app/features/assignments/AssignmentCards.tsx';
import { AssignmentTable } from '#app/features/assignments/AssignmentTable.tsx';
import { MatrixFilterBar } from '#app/features/assignments/MatrixFilterBar.tsx';
import {
  byDueOrder,
  countByFilter,
  filterOf,
  sorted,
  type OwnAssignment,
} from '#app/features/assignments/order.ts';
import listClasses from '#app/features/assignments/TrainingList.module.css';
import type { Page } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import classes from '#app/screens/employee-detail/EmployeeDetail.module.css';
import { listId } from '#app/screens/employee-detail/PersonStats.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load, type Loadable } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** Every assignment of the person (SPEC §2.6 'admin view', EMP-01), with filter and sort in the address; cards on a phone. */
export function PersonTrainings({
  assignments,
  today,
  name,
  phone,
}: {
  readonly assignments: Loadable<Page<OwnAssignment>>;
  readonly today: string;
  readonly name: string;
  readonly phone: boolean;
}) {
  const { t } = useLingui();
  const { number } = useFormat();
  const [state, patch] = useUrlState({ filter: 'all', sort: 'due' });
  const filter = filterOf(state.filter);
  const label = t`Trainings of ${name}`;
  return (
    <div id={listId} className={classes.list}>
      <Section title={<Trans>Training Matrix</Trans>}>
        <Load query={assignments} skeleton={<LineSkeletons label={t`Loading the trainings...`} />}>
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
                {phone && filters}
                {phone && shown.length === 0 && <Paper withBorder>{empty}</Paper>}
                {phone && shown.length > 0 && (
                  <AssignmentCards
                    label={label}
                    action={CertificateAction}
                    today={today}
                    assignments={shown.toSorted(byDueOrder)}
                  />
                )}
                {!phone && (
                  <AssignmentTable
                    id="person-training"
                    label={label}
                    loadingLabel={t`Loading the trainings...`}
                    action={CertificateAction}
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
      hint={<Trans>None of the trainings has this status.</Trans>}
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
        hint={<Trans>Nothing has been assigned to this person yet.</Trans>}
      />
    </Paper>
  );
}
