import { Stack } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { RunCard } from '#app/features/assigning/runs/RunCard.tsx';
import { useRuns } from '#app/features/assigning/runs/use-runs.ts';
import { ErrorState } from '#app/ui/ErrorState.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';

/**
 * Lists the background assignments of the signed-in person, so that they can return to them (PERF-03). Renders nothing if there
 * were none.
 */
export function AssigningRuns() {
  const { t } = useLingui();
  const { query: runs, table } = useRuns();
  if (runs.error) {
    return <ErrorState error={runs.error} busy={runs.isFetching} onRetry={() => void runs.refetch()} />;
  }
  const { rows, total } = runs.data ?? { rows: [], total: 0 };
  if (total === 0) return null;
  return (
    <Section title={t`Assigning in the Background`} hint={t`Assignments to large groups`}>
      <Stack
        component="ul"
        gap="sm"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label={t`Assigning in the Background`}
      >
        {rows.map((run) => (
          <RunCard key={run.id} run={run} component="li" />
        ))}
      </Stack>
      <ListFoot list={table} stays />
    </Section>
  );
}
