import type { Kysely } from 'kysely';
import { titled } from '#shared/domain/modules/titled.ts';
import { columnTitles } from '#shared/domain/reports/column-titles.ts';
import { isFromSource, stateOfCode } from '#shared/domain/reports/grid-cells.ts';
import { gridColors } from '#shared/domain/reports/grid-colors.ts';
import { gridLetters, gridSource } from '#shared/domain/reports/grid-texts.ts';
import { exportColumns, type ExportColumn } from '#shared/domain/reports/export-columns.ts';
import { trainingStates, type TrainingState } from '#shared/domain/reports/training-states.ts';
import type { DB } from '#server/db/db.d.ts';
import type { Mark, TableColumn, TableFile, TableRow } from '#server/platform/tables/table-file.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { exportTexts } from '../exports/export-texts.ts';
import type { ExportRequest, ExportScope } from '../exports/data-set.ts';
import type { GridScope, PersonKey } from './chosen-people.ts';
import { modulesOfGrid } from './grid-modules.queries.ts';
import { gridRows, startsOfPages, type GridRow } from './grid-people.queries.ts';

/** People who are read together. */
const pageSize = 500;

/** The scope of a grid in the form of an export: the modules are a text of ids. */
const asked = ({ modules, ...scope }: ExportScope) => ({
  ...scope,
  modules: modules === undefined ? undefined : modules.split(',').map(Number),
});

/** Returns how many people a grid has in a file, and how many modules; no more people than the screen shows are counted. */
export async function sizeOfGrid(
  db: Kysely<DB>,
  scope: ExportScope,
): Promise<{ readonly people: number; readonly modules: number; readonly more: boolean }> {
  const { modules } = await modulesOfGrid(db, asked(scope));
  const found = await startsOfPages(db, withModules(scope, modules));
  return { people: found.people, modules: modules.length, more: found.morePeople };
}

const withModules = (scope: ExportScope, modules: readonly { readonly id: number }[]): GridScope => ({
  ...scope,
  moduleIds: modules.map(({ id }) => id),
});

/** The value of a row in each column of people. */
const personCells: Readonly<Partial<Record<ExportColumn, (row: GridRow) => string | null>>> = {
  organization: (row) => row.organizationName,
  department: (row) => row.departmentName,
  last_name: (row) => row.lastName,
  first_name: (row) => row.firstName,
  email: (row) => row.email,
  job_title: (row) => row.jobTitle,
};

/** Returns whether a grid can have the column in addition to its modules. */
export const isGridColumn = (column: ExportColumn): boolean => column in personCells;

/** The states of completions, which can be recorded from a source. */
const statesWithSource = ['expired', 'completed'] as const satisfies readonly TrainingState[];

/** The value of a cell whose completion was recorded from its source (USR-09). */
const fromSource = (state: TrainingState): string => `${state}_from_source`;

/** Returns the grid as a table: columns of the person, and one per module with the state in it (MTX-09). */
export async function gridTable(
  db: Kysely<DB>,
  request: ExportRequest,
  about: TableFile['about'],
): Promise<TableFile> {
  const { language, columns, scope } = request;
  const { modules } = await modulesOfGrid(db, asked(scope));
  const ofPeople = columns.map((key): TableColumn => ({
    key,
    title: translate(language, columnTitles[key]),
    kind: exportColumns[key],
  }));
  const ofModules = modules.map(({ title, reference }): TableColumn => {
    const name = titled(title, reference);
    return { key: name, title: name, kind: 'mark' };
  });
  const letterOf = (state: TrainingState) => translate(language, gridLetters[state]);
  const marks = Object.fromEntries([
    ...trainingStates.map((state): [string, Mark] => [
      state,
      { letter: letterOf(state), ...gridColors[state] },
    ]),
    ...statesWithSource.map((state): [string, Mark] => [
      fromSource(state),
      { letter: letterOf(state) + gridSource.mark, ...gridColors[state] },
    ]),
  ]);
  const legend = [
    ...trainingStates.map((state) => `${letterOf(state)} ${translate(language, exportTexts.states[state])}`),
    `${gridSource.mark} ${translate(language, gridSource.meaning)}`,
  ];
  const { asOf, timeZone, requestedBy } = request;
  return {
    title: translate(language, exportTexts.grid),
    columns: [...ofPeople, ...ofModules],
    batches: batchesOf(db, withModules(scope, modules), columns),
    about: [...about, [translate(language, exportTexts.legend), legend.join(' · ')]],
    marks,
    asOf,
    timeZone,
    language,
    requestedBy,
  };
}

function valueOf(code: string): string | null {
  const state = stateOfCode(code);
  return state !== null && isFromSource(code) ? fromSource(state) : state;
}

async function* batchesOf(
  db: Kysely<DB>,
  scope: GridScope,
  columns: readonly ExportColumn[],
): AsyncGenerator<readonly TableRow[]> {
  let from: PersonKey | undefined;
  do {
    const { rows, next } = await gridRows(db, scope, { from, limit: pageSize });
    yield rows.map((row) => [
      ...columns.map((column) => personCells[column]?.(row) ?? null),
      ...Array.from(row.cells, valueOf),
    ]);
    from = next ?? undefined;
  } while (from !== undefined);
}
