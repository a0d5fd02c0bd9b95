import { Stack } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { AsRead } from '#app/features/imports/AsRead.tsx';
import { RowProblems } from '#app/features/imports/RowProblems.tsx';
import { call, keyOf } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import {
  outcomeLabels,
  type PastFigures,
  type PastImport,
  type PastRow,
} from '#app/screens/import-completions/past-imports.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { OlderButton } from '#app/ui/OlderButton.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';

type Outcome = PastRow['outcome'];

/** The rows of an import of past completions by their results (USR-09). */
export function PastRows({
  import: { id, checkedAt, state },
  figures,
}: {
  readonly import: PastImport;
  readonly figures: PastFigures;
}) {
  const { t, i18n } = useLingui();
  const offered = (Object.keys(outcomeLabels) as Outcome[]).filter((outcome) => figures[outcome] > 0);
  const [chosen, setChosen] = useState<Outcome | null>(null);
  const outcome = chosen !== null && offered.includes(chosen) ? chosen : offered[0];
  const rows = useInfiniteQuery({
    queryKey: [...keyOf(contract.rows, { params: { id }, query: { outcome } }), checkedAt],
    queryFn: ({ pageParam }) =>
      call(contract.rows, {
        params: { id },
        query: { outcome, limit: 100, ...(pageParam === null ? {} : { after: String(pageParam) }) },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const columns = useColumns(outcome, state === 'done');
  if (outcome === undefined) return null;
  return (
    <Section title={<Trans>Rows</Trans>}>
      <Stack gap="md">
        <FilterPills
          label={t`Result`}
          value={outcome}
          pills={offered.map((one) => ({
            value: one,
            label: i18n._(outcomeLabels[one]),
            count: figures[one],
            alarm: one === 'bad',
          }))}
          onChange={setChosen}
        />
        <DataTable
          label={t`Rows`}
          cards
          columns={columns}
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

/** The cells of the file, and the values read from them, are available until the import has ended. */
function useColumns(outcome: Outcome | undefined, ended: boolean): readonly Column<PastRow>[] {
  const { t } = useLingui();
  const { date } = useFormat();
  const text = (key: 'name' | 'email', title: string): Column<PastRow> => ({
    key,
    title,
    render: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row[key]}</span>,
  });
  const line: Column<PastRow> = { key: 'line', title: t`Line`, render: ({ line: at }) => String(at) };
  const person = [line, text('name', t`Name`), text('email', t`Email`)];
  const what: readonly Column<PastRow>[] = [
    {
      key: 'module',
      title: t`Module`,
      render: ({ module: cell, readAs }) => <AsRead cell={cell} read={readAs?.module ?? null} />,
    },
    {
      key: 'completedOn',
      title: t`Day of completion`,
      render: ({ completedOn: cell, readAs }) => (
        <AsRead cell={cell} read={readAs && date(readAs.completedOn)} />
      ),
    },
  ];
  const decided: readonly Column<PastRow>[] = [
    { key: 'version', title: t`Version`, render: ({ readAs }) => readAs && String(readAs.version) },
    {
      key: 'source',
      title: t`Source`,
      render: ({ readAs }) => <span style={{ overflowWrap: 'anywhere' }}>{readAs?.source}</span>,
    },
  ];
  const problems: Column<PastRow> = {
    key: 'problems',
    title: t`Errors`,
    render: (row) => <RowProblems problems={row.problems} />,
  };
  if (outcome === 'bad') return [...person, ...(ended ? [] : what), problems];
  if (ended) return person;
  return outcome === 'unchanged' ? [...person, ...what] : [...person, ...what, ...decided];
}
