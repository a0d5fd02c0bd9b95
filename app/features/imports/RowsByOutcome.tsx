import type { MessageDescriptor } from '@lingui/core';
import { Stack } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { OlderButton } from '#app/ui/OlderButton.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';

/** The part of a row that rows of every import have. */
interface AnyRow {
  readonly position: number;
  readonly name: string;
  readonly email: string;
}

/** The rows of an import of any kind, by their results, page by page (USR-06, USR-09, USR-10). */
export function RowsByOutcome<Outcome extends string, Row extends AnyRow>({
  labels,
  figures,
  rowsKey,
  load,
  columns,
}: {
  /** The results in the order of the screen. */
  readonly labels: Readonly<Record<Outcome, MessageDescriptor>>;
  readonly figures: Readonly<Record<Outcome, number>>;
  /** The key of the rows with a result: of the call, and of the check that found them. */
  readonly rowsKey: (outcome: Outcome | undefined) => readonly unknown[];
  /** Loads a page of rows, after a position. */
  readonly load: (query: {
    readonly outcome: Outcome | undefined;
    readonly limit: number;
    readonly after?: string;
  }) => Promise<{ readonly rows: readonly Row[]; readonly next: number | null }>;
  readonly columns: (outcome: Outcome) => readonly Column<Row>[];
}) {
  const { t, i18n } = useLingui();
  const offered = (Object.keys(labels) as Outcome[]).filter((outcome) => figures[outcome] > 0);
  const [chosen, setChosen] = useState<Outcome | null>(null);
  const outcome = chosen !== null && offered.includes(chosen) ? chosen : offered[0];
  const rows = useInfiniteQuery({
    queryKey: rowsKey(outcome),
    queryFn: ({ pageParam }) =>
      load({ outcome, limit: 100, ...(pageParam === null ? {} : { after: String(pageParam) }) }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  if (outcome === undefined) return null;
  return (
    <Section title={<Trans>Rows</Trans>}>
      <Stack gap="md">
        <FilterPills
          label={t`Result`}
          value={outcome}
          pills={offered.map((one) => ({
            value: one,
            label: i18n._(labels[one]),
            count: figures[one],
            alarm: one === 'bad',
          }))}
          onChange={setChosen}
        />
        <DataTable
          label={t`Rows`}
          cards
          columns={columns(outcome)}
          rows={rows.data?.pages.flatMap((page) => page.rows)}
          rowKey={({ position }) => position}
          rowName={({ name, email }) => name || email}
          loadingLabel={t`Loading rows...`}
          error={rows.error}
          onRetry={() => void rows.refetch()}
          empty={<EmptyState title={<Trans>No rows</Trans>} />}
          maxHeight="70vh"
        />
        <OlderButton list={rows}>
          <Trans>Show more</Trans>
        </OlderButton>
      </Stack>
    </Section>
  );
}
