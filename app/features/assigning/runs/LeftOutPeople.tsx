import { Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { assigningRunsContract } from '#shared/contract/assigning-runs.ts';
import { skippedReasons } from '#app/features/assigning/skipped-reasons.ts';
import { nameOf } from '#app/features/people/people.ts';
import { pageFor } from '#app/lib/client.ts';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { ListFoot } from '#app/ui/table/TableFoot.tsx';
import { useList } from '#app/ui/table/use-list.ts';

/**
 * The people who got none or not all of a run's modules, and why (PERF-03); with a note about people who were counted and
 * are now out of reach.
 */
export function LeftOutPeople({ runId, counted }: { readonly runId: number; readonly counted: number }) {
  const { t, i18n } = useLingui();
  const list = useList({
    filters: {},
    ask: () => ({ runId: String(runId) }),
    local: true,
    sort: 'name',
    limit: 20,
    page: (query) => pageFor(assigningRunsContract.leftOut, { query }),
  });
  return (
    <Load query={list.query} skeleton={<LineSkeletons label={t`Loading users...`} />}>
      {({ rows, total }) => (
        <>
          {total > 0 && (
            <Stack
              component="ul"
              gap={4}
              mt="sm"
              p={0}
              style={{ listStyle: 'none', overflowWrap: 'anywhere' }}
              aria-label={t`People left out`}
            >
              {rows.map((person) => (
                <Text key={person.id} component="li" size="sm">
                  {nameOf(person)}:{' '}
                  {person.leftOut
                    .map(({ title, reason }) => {
                      const why = i18n._(skippedReasons[reason]);
                      return title === null ? why : `${title} (${why})`;
                    })
                    .join(', ')}
                </Text>
              ))}
            </Stack>
          )}
          {total < counted && (
            <Text size="sm" c="dimmed" mt="sm">
              <Trans>People you can no longer see are not listed.</Trans>
            </Text>
          )}
          <ListFoot list={list.table} stays />
        </>
      )}
    </Load>
  );
}
