import { Stack } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import { absenceKindLabels } from '#app/features/absences/absence-texts.ts';
import { AsRead } from '#app/features/imports/AsRead.tsx';
import { RowProblems } from '#app/features/imports/RowProblems.tsx';
import { call, keyOf } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import {
  outcomeLabels,
  type AbsenceFigures,
  type AbsenceImport,
  type AbsenceRow,
} from '#app/screens/import-absences/absence-imports.ts';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { FilterPills } from '#app/ui/FilterPills.tsx';
import { OlderButton } from '#app/ui/OlderButton.tsx';
import { Section } from '#app/ui/PageHeader.tsx';
import type { Column } from '#app/ui/table/columns.ts';
import { DataTable } from '#app/ui/table/DataTable.tsx';

type Outcome = AbsenceRow['outcome'];

/** The rows of an import of absences by their results (USR-10). */
export function AbsenceRows({
  import: { id, checkedAt, state },
  figures,
}: {
  readonly import: AbsenceImport;
  readonly figures: AbsenceFigures;
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
function useColumns(outcome: Outcome | undefined, ended: boolean): readonly Column<AbsenceRow>[] {
  const { t, i18n } = useLingui();
  const { date } = useFormat();
  const text = (key: 'name' | 'email', title: string): Column<AbsenceRow> => ({
    key,
    title,
    render: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row[key]}</span>,
  });
  const line: Column<AbsenceRow> = { key: 'line', title: t`Line`, render: ({ line: at }) => String(at) };
  const person = [line, text('name', t`Name`), text('email', t`Email`)];
  const what: readonly Column<AbsenceRow>[] = [
    {
      key: 'firstDay',
      title: t`First day away`,
      render: ({ firstDay: cell, readAs }) => <AsRead cell={cell} read={readAs && date(readAs.firstDay)} />,
    },
    {
      key: 'lastDay',
      title: t`Last day away`,
      render: ({ lastDay: cell, readAs }) =>
        readAs?.lastDay === null ? (
          <Trans>Not known</Trans>
        ) : (
          <AsRead cell={cell} read={readAs && date(readAs.lastDay)} />
        ),
    },
    {
      key: 'kind',
      title: t`Kind of absence`,
      render: ({ kind: cell, readAs }) => (
        <AsRead cell={cell} read={readAs && i18n._(absenceKindLabels[readAs.kind])} />
      ),
    },
  ];
  const problems: Column<AbsenceRow> = {
    key: 'problems',
    title: t`Errors`,
    render: (row) => <RowProblems problems={row.problems} />,
  };
  if (ended) return outcome === 'bad' ? [...person, problems] : person;
  return outcome === 'bad' ? [...person, ...what, problems] : [...person, ...what];
}
