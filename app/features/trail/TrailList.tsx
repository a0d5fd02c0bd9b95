import { Paper } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { auditTrailContract as contract } from '#shared/contract/audit-trail.ts';
import type { QueryInput } from '#shared/contract/endpoint.ts';
import classes from '#app/features/trail/Trail.module.css';
import { TrailRow } from '#app/features/trail/TrailRow.tsx';
import { call, keyOf } from '#app/lib/client.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load, partOf } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';
import { OlderButton } from '#app/ui/OlderButton.tsx';

/** The filters of the trail. */
export type TrailFilters = Omit<NonNullable<QueryInput<typeof contract.list>>, 'before' | 'limit'>;

/** Commands of the trail, newest first, with the older ones on request (AUD-03). */
export function TrailList({
  filters,
  limit,
  empty,
}: {
  readonly filters: TrailFilters;
  readonly limit: number;
  /** Shown instead of the general text if the filters match no events. */
  readonly empty?: ReactNode;
}) {
  const { t } = useLingui();
  const query = { ...filters, limit };
  const trail = useInfiniteQuery({
    queryKey: [...keyOf(contract.list, { query }), 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(contract.list, {
        query: { ...query, ...(pageParam === null ? {} : { before: String(pageParam) }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // Every command adds to the trail: every visit reloads it.
    staleTime: 0,
  });
  return (
    <>
      <Load
        query={partOf(trail, ({ pages }) => pages.flatMap(({ rows }) => rows))}
        skeleton={<LineSkeletons label={t`Loading the audit trail...`} height={72} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <Paper withBorder>
              {empty ?? <EmptyState icon={IconHistory} title={<Trans>Nothing happened here yet</Trans>} />}
            </Paper>
          ) : (
            <ul className={classes.list} aria-label={t`Events`}>
              {rows.map((entry) => (
                <TrailRow key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </Load>
      <OlderButton list={trail}>
        <Trans>Show older events</Trans>
      </OlderButton>
    </>
  );
}
