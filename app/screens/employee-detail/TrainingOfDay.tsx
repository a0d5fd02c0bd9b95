import { Paper } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { reportsContract } from '#shared/contract/reports.ts';
import { PersonAssignments } from '#app/features/completion-report/PersonAssignments.tsx';
import { nameOf } from '#app/features/completion-report/report.ts';
import { isNotFound } from '#app/lib/api-error.ts';
import { queryFor } from '#app/lib/client.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** The trainings of a person as the records were at the end of a day (INS-01, RPT-04). */
export function TrainingOfDay({ userId, day }: { readonly userId: string; readonly day: string }) {
  const { t } = useLingui();
  const report = useQuery(
    queryFor(reportsContract.completion, { query: { userId, asOf: day, include: 'assignments' } }),
  );
  return (
    <Load
      query={report}
      skeleton={<LineSkeletons label={t`Loading the training file...`} />}
      failed={(error) => (isNotFound(error) ? <NotYet /> : undefined)}
    >
      {({ userDetails: [person] }) =>
        person === undefined ? (
          <NotYet />
        ) : (
          <PersonAssignments name={nameOf(person)} assignments={person.assignments ?? []} status={null} />
        )
      }
    </Load>
  );
}

function NotYet() {
  return (
    <Paper withBorder>
      <EmptyState title={<Trans>There are no records of this person on that day.</Trans>} />
    </Paper>
  );
}
