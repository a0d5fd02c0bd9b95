import { Alert, Paper, Switch, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { exportsContract } from '#shared/contract/exports.ts';
import { trainingGridContract } from '#shared/contract/training-grid.ts';
import { titled } from '#shared/domain/modules/titled.ts';
import type { ExportFormat } from '#shared/domain/reports/export-name.ts';
import { gridModules, gridPeople, stateOfCode } from '#shared/domain/reports/grid-cells.ts';
import { stateLooks } from '#app/features/by-module/StateBadge.tsx';
import { AsOfNotice } from '#app/features/completion-report/AsOfNotice.tsx';
import { EmptyDay } from '#app/features/completion-report/EmptyDay.tsx';
import { ExportButtons } from '#app/features/completion-report/ExportButtons.tsx';
import { ExportContinues } from '#app/features/completion-report/ExportContinues.tsx';
import { requestOf, useBackgroundExport } from '#app/features/completion-report/use-export.ts';
import { nameOf } from '#app/features/people/people.ts';
import { queryFor } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { useFormat } from '#app/lib/format.ts';
import { useUser } from '#app/lib/session.ts';
import { useUrlState } from '#app/lib/url-state.ts';
import { CellDrawer, type OpenedCell } from '#app/screens/training-grid/CellDrawer.tsx';
import { GridFilters } from '#app/screens/training-grid/GridFilters.tsx';
import { GridTable } from '#app/screens/training-grid/GridTable.tsx';
import { rectangleOf, type Place, type Selection } from '#app/screens/training-grid/grid-places.ts';
import {
  gridQuery,
  noGridFilters,
  statusOf,
  type GridRow,
  type GridView,
  type Outline,
} from '#app/screens/training-grid/grid-view.ts';
import { SelectionBar } from '#app/screens/training-grid/SelectionBar.tsx';
import { StatusLegend } from '#app/screens/training-grid/StatusLegend.tsx';
import classes from '#app/screens/training-grid/TrainingGrid.module.css';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';
import { Load } from '#app/ui/Load.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';
import { Page, PageHeader } from '#app/ui/PageHeader.tsx';

/** The matrix as a grid (MTX-09): people and modules with the status of each, its evidence, and its actions. */
export function TrainingGrid() {
  const { t } = useLingui();
  const [view, patch] = useUrlState(noGridFilters);
  const outline = useQuery({
    ...queryFor(trainingGridContract.outline, { query: gridQuery(view) }),
    // Other people's work changes it: every visit reloads it.
    staleTime: 0,
    retry: false,
  });
  const file = useGridExport(view);
  return (
    <Page wide>
      <PageHeader
        title={<Trans>Training Grid</Trans>}
        subtitle={<Trans>Training status by person and module</Trans>}
        actions={<ExportButtons report={file} inBackground={null} />}
      />
      <DownloadFailure download={file} />
      <ExportContinues report={file} />
      <GridFilters view={view} outline={outline.data} onChange={patch} />
      {view.asOf !== '' && <AsOfNotice day={view.asOf} onNow={() => patch({ asOf: '' })} />}
      <StatusLegend value={statusOf(view)} onChange={(status) => patch({ status })} />
      <Load query={outline} skeleton={<PageSkeleton label={t`Loading the grid...`} />}>
        {(data) =>
          data.people === 0 && isDayAlone(view) ? (
            <EmptyDay onNow={() => patch({ asOf: '' })} />
          ) : data.people === 0 || data.modules.length === 0 ? (
            <Paper withBorder>
              <EmptyState
                title={<Trans>Nothing matches these filters</Trans>}
                hint={<Trans>People appear here with the modules that they have or need.</Trans>}
              />
            </Paper>
          ) : (
            <Loaded key={JSON.stringify(view)} view={view} outline={data} />
          )
        }
      </Load>
    </Page>
  );
}

/** Returns whether a past day is all that the grid is narrowed to. */
const isDayAlone = (view: GridView): boolean =>
  view.asOf !== '' &&
  (Object.keys(noGridFilters) as (keyof GridView)[]).every(
    (key) => key === 'asOf' || view[key] === noGridFilters[key],
  );

/** The columns in addition to those of the modules: the facts of a person in the grid. */
const personColumns = ['last_name', 'first_name', 'job_title'] as const;

/** Saves the grid with the filters of the screen as a file; an export that takes too long is prepared in the background (RPT-03). */
function useGridExport(view: GridView) {
  const filters = { ...gridQuery(view), grid: 'true' as const };
  return useBackgroundExport<ExportFormat>((format) => ({
    download: (signal) =>
      saveFile(exportsContract.download, `training-grid.${format}`, {
        query: { dataSet: 'training', format, columns: personColumns.join(','), ...filters },
        signal,
      }),
    request: requestOf({ dataSet: 'training', format, columns: personColumns, filters }),
  }));
}

function Loaded({ view, outline }: { readonly view: GridView; readonly outline: Outline }) {
  const navigate = useNavigate();
  const { permissions } = useUser();
  const [selection, setSelection] = useState<Selection | null>(null);
  const [selects, setSelects] = useState(false);
  const [opened, setOpened] = useState<OpenedCell | null>(null);
  const [current, setCurrent] = useState<{ readonly place: Place; readonly row: GridRow | undefined }>();
  // Past days are read-only.
  const acts =
    view.asOf === '' &&
    (permissions.includes('assignments.assign') || permissions.includes('reminders.send'));
  const chosen = rectangleOf(selection);
  const open = ({ row, col }: Place, person: GridRow | undefined) => {
    const module = outline.modules[col];
    if (row < 0) void navigate({ to: `/training-modules/${String(module?.id)}/people` });
    else if (person && col < 0) void navigate({ to: `/employee/${person.id}` });
    else if (person && module) setOpened({ person, module, state: stateOfCode(person.cells[col] ?? '') });
  };
  return (
    <>
      <Limits outline={outline} />
      <div className={classes.bar}>
        {acts && (
          <Switch
            label={<Trans>Select cells</Trans>}
            checked={selects}
            onChange={({ currentTarget }) => setSelects(currentTarget.checked)}
          />
        )}
        {acts && chosen ? (
          <SelectionBar view={view} outline={outline} chosen={chosen} onDone={() => setSelection(null)} />
        ) : (
          <Text size="sm" c="dimmed" className={classes.said} component="div">
            {current ? <ReasonWithParams outline={outline} {...current} /> : <Counts outline={outline} />}
          </Text>
        )}
      </div>
      <GridTable
        view={view}
        outline={outline}
        selection={acts ? selection : undefined}
        selects={selects}
        onSelect={setSelection}
        onOpen={open}
        onPlace={(place, row) => setCurrent({ place, row })}
      />
      <CellDrawer opened={opened} asOf={view.asOf} onClose={() => setOpened(null)} />
    </>
  );
}

function Counts({ outline: { people, modules } }: { readonly outline: Outline }) {
  const { number } = useFormat();
  const [rows, columns] = [number(people), number(modules.length)];
  return (
    <Trans>
      People: {rows}, modules: {columns}
    </Trans>
  );
}

/** The place of the keyboard focus or the last click, in words. */
function ReasonWithParams({
  outline,
  place,
  row,
}: {
  readonly outline: Outline;
  readonly place: Place;
  readonly row: GridRow | undefined;
}) {
  const { i18n } = useLingui();
  const module = outline.modules[place.col];
  const state = row && place.col >= 0 ? stateOfCode(row.cells[place.col] ?? '') : null;
  return [
    row && nameOf(row),
    module && titled(module.title, module.reference),
    state && i18n._(stateLooks[state].label),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Shows that there is more data than the grid shows, and how to see it. */
function Limits({ outline: { morePeople, moreModules } }: { readonly outline: Outline }) {
  const { number } = useFormat();
  const [people, modules] = [number(gridPeople), number(gridModules)];
  return (
    <>
      {morePeople && (
        <Alert color="blue">
          <Trans>The first {people} people are shown. Narrow the filters to see the others.</Trans>
        </Alert>
      )}
      {moreModules && (
        <Alert color="blue">
          <Trans>
            The first {modules} modules are shown. Choose a training matrix or modules to see the others.
          </Trans>
        </Alert>
      )}
    </>
  );
}
