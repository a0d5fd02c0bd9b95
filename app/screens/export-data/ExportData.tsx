import { SimpleGrid, Stack } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { dataSetNames, dataSets } from '#shared/domain/reports/data-sets.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { ColumnChoice } from '#app/screens/export-data/ColumnChoice.tsx';
import { ExportActions } from '#app/screens/export-data/ExportActions.tsx';
import { ExportFilters } from '#app/screens/export-data/ExportFilters.tsx';
import { MyExports } from '#app/screens/export-data/MyExports.tsx';
import { EverySchedule } from '#app/screens/export-data/EverySchedule.tsx';
import { SavedExports } from '#app/screens/export-data/SavedExports.tsx';
import { choiceOf, noChoice, readChoice } from '#app/screens/export-data/export-view.ts';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** Export Data (RPT-03): data set, people, columns, format; large exports run in the background and are listed below. */
export function ExportData() {
  const { t } = useLingui();
  const { permissions } = useUser();
  const [view, patch] = useUrlState(noChoice);
  const allowed = dataSetNames.filter((name) => permissions.includes(dataSets[name].permission));
  const choice = readChoice(view, allowed);
  return (
    <Page wide>
      <PageHeader
        title={t`Export Data`}
        subtitle={t`Export data as CSV, XLSX or PDF, with the columns you choose`}
        crumbs={[{ label: t`Reports & Analytics` }, { label: t`Export Data` }]}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Stack gap="lg">
          <ExportFilters allowed={allowed} choice={choice} view={view} onChange={patch} />
          <ExportActions choice={choice} view={view} onSaved={(saved) => patch({ saved })} />
        </Stack>
        <ColumnChoice
          key={`${choice.dataSet} ${view.saved}`}
          dataSet={choice.dataSet}
          format={choice.format}
          columns={choice.columns}
          onChange={(columns) => patch({ columns: columns.join(',') })}
        />
      </SimpleGrid>
      <SavedExports
        onEdit={(saved) => {
          patch(choiceOf(saved));
          window.scrollTo({ top: 0 });
        }}
      />
      <MyExports />
      {permissions.includes('operations.manage') && <EverySchedule />}
    </Page>
  );
}
