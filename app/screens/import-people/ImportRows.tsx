import { useLingui } from '@lingui/react/macro';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { useRowColumns } from '#app/features/imports/row-columns.tsx';
import { RowsByOutcome } from '#app/features/imports/RowsByOutcome.tsx';
import { call, keyOf } from '#app/lib/client.ts';
import {
  fieldLabels,
  outcomeLabels,
  type ImportFigures,
  type ImportRow,
  type PeopleImport,
} from '#app/screens/import-people/imports.ts';
import type { Column } from '#app/ui/table/columns.ts';

type Outcome = ImportRow['outcome'];

/** The rows of an import by their results, and the people who are missing in the file (USR-06). */
export function ImportRows({
  import: { id, checkedAt },
  figures,
}: {
  readonly import: PeopleImport;
  readonly figures: ImportFigures;
}) {
  const columns = useColumns();
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

function useColumns(): (outcome: Outcome) => readonly Column<ImportRow>[] {
  const { t, i18n } = useLingui();
  const { line, person, problems } = useRowColumns();
  return (outcome) => {
    if (outcome === 'missing') return person;
    if (outcome === 'bad') return [line, ...person, problems];
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
  };
}
