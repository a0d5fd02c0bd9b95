import { useLingui } from '@lingui/react/macro';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { AsRead } from '#app/features/imports/AsRead.tsx';
import { useRowColumns } from '#app/features/imports/row-columns.tsx';
import { RowsByOutcome } from '#app/features/imports/RowsByOutcome.tsx';
import { call, keyOf } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import {
  outcomeLabels,
  type PastFigures,
  type PastImport,
  type PastRow,
} from '#app/screens/import-completions/past-imports.ts';
import type { Column } from '#app/ui/table/columns.ts';

type Outcome = PastRow['outcome'];

/** The rows of an import of past completions by their results (USR-09). */
export function PastRows({
  import: { id, checkedAt, state },
  figures,
}: {
  readonly import: PastImport;
  readonly figures: PastFigures;
}) {
  const columns = useColumns(state === 'done');
  return (
    <RowsByOutcome
      labels={outcomeLabels}
      figures={figures}
      rowsKey={(outcome) => [...keyOf(contract.rows, { params: { id }, query: { outcome } }), checkedAt]}
      load={(query) => call(contract.rows, { params: { id }, query })}
      columns={columns}
    />
  );
}

/** The cells of the file, and the values read from them, are available until the import has ended. */
function useColumns(ended: boolean): (outcome: Outcome) => readonly Column<PastRow>[] {
  const { t } = useLingui();
  const { date } = useFormat();
  const { line, person, problems } = useRowColumns();
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
  return (outcome) => {
    if (outcome === 'bad') return [line, ...person, ...(ended ? [] : what), problems];
    if (ended) return [line, ...person];
    return outcome === 'unchanged' ? [line, ...person, ...what] : [line, ...person, ...what, ...decided];
  };
}
