import { Trans, useLingui } from '@lingui/react/macro';
import { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import { absenceKindLabels } from '#app/features/absences/absence-texts.ts';
import { AsRead } from '#app/features/imports/AsRead.tsx';
import { useRowColumns } from '#app/features/imports/row-columns.tsx';
import { RowsByOutcome } from '#app/features/imports/RowsByOutcome.tsx';
import { call, keyOf } from '#app/lib/client.ts';
import { useFormat } from '#app/lib/format.ts';
import {
  outcomeLabels,
  type AbsenceFigures,
  type AbsenceImport,
  type AbsenceRow,
} from '#app/screens/import-absences/absence-imports.ts';
import type { Column } from '#app/ui/table/columns.ts';

type Outcome = AbsenceRow['outcome'];

/** The rows of an import of absences by their results (USR-10). */
export function AbsenceRows({
  import: { id, checkedAt, state },
  figures,
}: {
  readonly import: AbsenceImport;
  readonly figures: AbsenceFigures;
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
function useColumns(ended: boolean): (outcome: Outcome) => readonly Column<AbsenceRow>[] {
  const { t, i18n } = useLingui();
  const { date } = useFormat();
  const { line, person, problems } = useRowColumns();
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
  return (outcome) => [line, ...person, ...(ended ? [] : what), ...(outcome === 'bad' ? [problems] : [])];
}
