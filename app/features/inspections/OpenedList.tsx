import { Paper } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { inspectionsContract as contract } from '#shared/contract/inspections.ts';
import { refreshInterval } from '#app/features/inspections/inspections.ts';
import classes from '#app/features/trail/Trail.module.css';
import { TrailRow } from '#app/features/trail/TrailRow.tsx';
import { call, keyOf } from '#app/lib/client.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load, partOf } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { OlderButton } from '#app/ui/OlderButton.tsx';

/**
 * The records that were opened and downloaded in an inspection, from the audit trail, newest first. The list refreshes
 * itself while it is shown (INS-01).
 */
export function OpenedList({ id }: { readonly id: number }) {
  const { t } = useLingui();
  const target = { params: { id } };
  const opened = useInfiniteQuery({
    queryKey: [...keyOf(contract.opened, target), 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(contract.opened, {
        ...target,
        query: { limit: 20, ...(pageParam === null ? {} : { before: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: refreshInterval,
  });
  return (
    <>
      <Load
        query={partOf(opened, ({ pages }) => pages.flatMap(({ rows }) => rows))}
        skeleton={<LineSkeletons label={t`Loading what was opened...`} height={72} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <Paper withBorder>
              <EmptyState icon={IconEye} title={<Trans>Nothing was opened yet</Trans>} />
            </Paper>
          ) : (
            <ul className={classes.list} aria-label={t`Opened and downloaded`}>
              {rows.map((entry) => (
                <TrailRow key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </Load>
      <OlderButton list={opened}>
        <Trans>Show older events</Trans>
      </OlderButton>
    </>
  );
}
