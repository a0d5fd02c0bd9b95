import { sql, type Kysely } from 'kysely';
import { evidenceDay, evidenceTime, zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import { columnTitles } from '#shared/domain/reports/column-titles.ts';
import { usualColumns, type DataSetName } from '#shared/domain/reports/data-sets.ts';
import {
  evidenceZones,
  exportColumns,
  type ColumnKind,
  type ExportColumn,
} from '#shared/domain/reports/export-columns.ts';
import type { DB } from '#server/db/db.d.ts';
import { streamRows } from '#server/db/stream-rows.ts';
import type { Services } from '#server/platform/services.ts';
import type { Cell, TableFile } from '#server/platform/tables/table-file.ts';
import { gridTable, sizeOfGrid } from '../grid/grid-table.ts';
import { figureRows } from '../report-figures.ts';
import { aboutExport } from './about-export.ts';
import type { DataRow, ExportRequest, ExportScope, ExportView } from './data-set.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { exportTexts } from './export-texts.ts';
import { dataSources } from './sources.ts';

/** The number of cells of a grid that take as long as a row of a table. */
const cellsPerRow = 10;

/** Rows that are read, completed and written together. */
const batchSize = 1000;

/** Returns whether an export's rows are counted by the figures of people, which may be stored for a day. */
export const isCountedByFigures = (dataSet: DataSetName, scope: ExportScope): boolean =>
  dataSources[dataSet].rowsOf?.(scope) !== undefined;

/** The number of people whose rows are counted first. In a large installation, their rows alone exceed any limit. */
const firstPeople = 2000;

/** The view that decides the rows, if none is given. */
type RowsView = Pick<ExportView, 'columns' | 'timeZone'>;
const usualView = (dataSet: DataSetName): RowsView => ({
  columns: usualColumns(dataSet, 'csv'),
  timeZone: 'UTC',
});

/** Returns how many rows an export has; of more than `most`, that there are more, without counting all of them (PERF-03). */
export async function countRowsUpTo(
  db: Kysely<DB>,
  dataSet: DataSetName,
  scope: ExportScope,
  most: number,
  view = usualView(dataSet),
): Promise<{ readonly rows: number; readonly more: boolean }> {
  if (scope.grid === true) {
    const { people, modules, more } = await sizeOfGrid(db, scope);
    return { rows: people, more: more || people * modules > most * cellsPerRow };
  }
  const total = isCountedByFigures(dataSet, scope)
    ? await countByPeople(db, dataSet, scope, most)
    : await countOneByOne(db, dataSet, scope, view, most + 1);
  return { rows: Math.min(total, most), more: total > most };
}

async function countOneByOne(
  db: Kysely<DB>,
  dataSet: DataSetName,
  scope: ExportScope,
  view: RowsView,
  limit: number,
) {
  const { rows, counted = rows } = dataSources[dataSet];
  const found = await sql<{ total: number }>`
    select count(*)::int as total from (select from (${counted(scope, view)}) x limit ${limit}) x`.execute(
    db,
  );
  return found.rows[0]?.total ?? 0;
}

async function countByPeople(db: Kysely<DB>, dataSet: DataSetName, scope: ExportScope, most: number) {
  const first = await countRows(db, dataSet, scope, { people: firstPeople });
  return first > most ? first : countRows(db, dataSet, scope);
}

/**
 * Returns how many rows an export has. With `people`, only the rows of this number of people are counted if figures count them.
 */
export async function countRows(
  db: Kysely<DB>,
  dataSet: DataSetName,
  scope: ExportScope,
  { people, view = usualView(dataSet) }: { readonly people?: number; readonly view?: RowsView } = {},
): Promise<number> {
  if (scope.grid === true) return (await sizeOfGrid(db, scope)).people;
  const { rowsOf, rows: rowsIn } = dataSources[dataSet];
  const ofPerson = rowsOf?.(scope);
  const some = people === undefined ? sql`` : sql`limit ${people}`;
  const figures = figureRows(scope);
  const { rows } = await (ofPerson === undefined
    ? sql<{ total: number }>`select count(*)::int as total from (${rowsIn(scope, view)}) x`.execute(db)
    : sql<{ total: number }>`
        with ${figures.ctes} select coalesce(sum(${ofPerson}), 0)::int as total from (${figures.rows} ${some}) f`.execute(
        db,
      ));
  return rows[0]?.total ?? 0;
}

/**
 * Returns the table of an export: one statement read by a cursor, which is one consistent snapshot with flat memory for any
 * length. The columns have the order in which they were chosen.
 */
export async function exportTable(
  services: Services,
  db: Kysely<DB>,
  request: ExportRequest,
): Promise<TableFile> {
  if (request.scope.grid === true) return gridTable(db, request, await aboutExport(db, request));
  const { dataSet, columns, language, timeZone, asOf, requestedBy } = request;
  return {
    title: translate(language, exportTexts.dataSets[dataSet]),
    columns: columns.map((key) => ({
      key,
      title: translate(language, columnTitles[key]),
      kind: kindOf(key, columns),
      ...(wide[key] && { weight: wide[key] }),
    })),
    batches: batchesOf(services, db, request),
    about: await aboutExport(db, request),
    language,
    timeZone,
    asOf,
    requestedBy,
  };
}

/** Columns that need more room on paper than others: sentences. */
const wide: Readonly<Partial<Record<ExportColumn, number>>> = { done: 3, changed: 3, reason: 1.6, at: 1.5 };

/** Evidence without the column of its zone is written as text: its offset would be lost as a date of a sheet (RPT-05). */
function kindOf(column: ExportColumn, columns: readonly ExportColumn[]): ColumnKind {
  const zone = evidenceZones[column];
  return zone === undefined || zone === 'UTC' || columns.includes(zone) ? exportColumns[column] : 'text';
}

/**
 * Returns a value in the form of the file: an instant in the zone of its reader (RPT-05), on paper in the form of every other
 * paper. The trail keeps its sealed form.
 */
function shownCell(row: DataRow, column: ExportColumn, { format, timeZone, language }: ExportRequest): Cell {
  if (column === 'reader_tz') return timeZone;
  const value = row[column] ?? null;
  if (typeof value !== 'string' || exportColumns[column] !== 'instant') return value;
  const of = evidenceZones[column];
  const named = of === undefined ? timeZone : of === 'UTC' ? of : row[of];
  const zone = typeof named === 'string' ? named : 'UTC';
  const isDay = value.length === 10;
  if (format === 'pdf' && of !== 'UTC') {
    if (isDay) return evidenceDay(value, zone, language).text;
    const time = evidenceTime(value, zone, language);
    // What has no zone of its own is in that of the reader, which the head of the paper names.
    return of === undefined ? time.short : time.text;
  }
  return isDay ? value : zonedInstant(value, zone);
}

/** Returns the columns that name the zones of others. */
const zonesOf = (columns: readonly ExportColumn[]) =>
  columns.flatMap((column) => {
    const zone = evidenceZones[column];
    return zone === undefined || zone === 'UTC' ? [] : zone;
  });

async function* batchesOf(services: Services, db: Kysely<DB>, request: ExportRequest) {
  const { dataSet, columns, scope } = request;
  const source = dataSources[dataSet];
  const { made } = source;
  const isMade = (column: ExportColumn) => made?.columns.includes(column) === true;
  const wanted = [...columns, ...zonesOf(columns)].filter(
    (column) => !isMade(column) && column !== 'reader_tz',
  );
  const completes = made !== undefined && columns.some(isMade);
  const read = new Set<string>([...wanted, ...(completes ? made.from : [])]);
  const query = sql<DataRow>`
    select ${sql.join([...read].map((name) => sql.id(name)))} from (${source.rows(scope, request)}) x`;
  for await (const rows of streamRows(db, (plain) => query.compile(plain), batchSize)) {
    const complete = completes && source.complete ? await source.complete(services, rows, request) : rows;
    yield complete.map((row) => columns.map((column) => shownCell(row, column, request)));
  }
}
