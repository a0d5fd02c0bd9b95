import { Stack } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { RowProblems } from '#app/features/imports/RowProblems.tsx';
import { call, keyOf } from '#app/lib/client.ts';
import {
  fieldLabels,
  outcomeLabels,
  type ImportFigures,
  type ImportRow,
  type PeopleImport,
} from '#app/screens/import-people/imports.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { OlderButton } from '#app/ui/OlderButton.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';

type Outcome = ImportRow['outcome'];

/** The rows of an import by their results, and the people who are missing in the file (USR-06). */
export function ImportRows({
  import: { id, checkedAt },
  figures,
}: {
  readonly import: PeopleImport;
  readonly figures: ImportFigures;
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
  const columns = useColumns(outcome);
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

function useColumns(outcome: Outcome | undefined): readonly Column<ImportRow>[] {
  const { t, i18n } = useLingui();
  const person: readonly Column<ImportRow>[] = [
    {
      key: 'name',
      title: t`Name`,
      render: ({ name }) => <span style={{ overflowWrap: 'anywhere' }}>{name}</span>,
    },
    {
      key: 'email',
      title: t`Email`,
      render: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span>,
    },
  ];
  if (outcome === 'missing') return person;
  const line: Column<ImportRow> = { key: 'line', title: t`Line`, render: ({ line: at }) => String(at ?? '') };
  if (outcome === 'bad')
    return [
      line,
      ...person,
      { key: 'problems', title: t`Errors`, render: (row) => <RowProblems problems={row.problems} /> },
    ];
  if (outcome === 'created' || outcome === 'unchanged') return [line, ...person];
  return [
    line,
    ...person,
    {
      key: 'fields',
      title: t`Changes`,
      render: ({ fields }) => fields.map((field) => i18n._(fieldLabels[field])).join(', '),
    },
  ];
}
