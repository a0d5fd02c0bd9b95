import { sql, type Kysely } from 'kysely';
import { columnTitle } from '#shared/domain/reports/column-titles.ts';
import { exportColumns, type DataSetName, type ExportColumn } from '#shared/domain/reports/data-sets.ts';
import type { ExportFormat } from '#shared/domain/reports/export-name.ts';
import type { DB } from '#server/db/db.d.ts';
import { streamRows } from '#server/db/stream-rows.ts';
import type { Services } from '#server/platform/services.ts';
import type { TableFile } from '#server/platform/tables/table-file.ts';
import { figureRows } from '../report-figures.ts';
import { aboutExport } from './about-export.ts';
import type { DataRow, ExportScope } from './data-set.ts';
import { exportWords } from './export-words.ts';
import { dataSources } from './sources.ts';

/** What was asked for, with whom it is for. */
export interface ExportRequest {
  readonly dataSet: DataSetName;
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  readonly scope: ExportScope;
  readonly language: 'en' | 'es' | 'fr' | 'de';
  readonly timeZone: string;
  readonly requestedBy: string;
  readonly generatedAt: Date;
}

/** Rows that are read, completed and written together. */
const batchSize = 1000;

/** Whether an export's rows are counted by the figures of people, which may be kept of a day. */
export const isCountedByFigures = (dataSet: DataSetName): boolean =>
  dataSources[dataSet].rowsOf !== undefined;

/** How many rows an export has (RPT-03: shown before it is made). */
export async function countRows(db: Kysely<DB>, dataSet: DataSetName, scope: ExportScope): Promise<number> {
  const { rowsOf, rows: rowsIn } = dataSources[dataSet];
  const figures = figureRows(scope);
  const { rows } = await (rowsOf === undefined
    ? sql<{ total: number }>`select count(*)::int as total from (${rowsIn(scope)}) x`.execute(db)
    : sql<{ total: number }>`
        with ${figures.ctes} select coalesce(sum(${rowsOf(scope)}), 0)::int as total from (${figures.rows}) f`.execute(
        db,
      ));
  return rows[0]?.total ?? 0;
}

/**
 * The table of an export: one statement read by a cursor, which is one consistent snapshot with flat memory, whatever its
 * length. The columns come in the order in which they were chosen.
 */
export async function exportTable(
  services: Services,
  db: Kysely<DB>,
  request: ExportRequest,
): Promise<TableFile> {
  const { dataSet, columns, language, generatedAt } = request;
  return {
    title: exportWords[language].dataSets[dataSet],
    columns: columns.map((key) => ({ key, title: columnTitle(key, language), kind: exportColumns[key] })),
    batches: batchesOf(services, db, request),
    about: await aboutExport(db, request),
    language,
    generatedAt,
  };
}

async function* batchesOf(services: Services, db: Kysely<DB>, { dataSet, columns, scope }: ExportRequest) {
  const source = dataSources[dataSet];
  const { made } = source;
  const wanted = columns.filter((column) => made?.columns.includes(column) !== true);
  const completes = made !== undefined && wanted.length < columns.length;
  const read = new Set<string>([...wanted, ...(completes ? made.from : [])]);
  const query = sql<DataRow>`
    select ${sql.join([...read].map((name) => sql.id(name)))} from (${source.rows(scope)}) x`;
  for await (const rows of streamRows(db, (plain) => query.compile(plain), batchSize)) {
    const complete = completes && source.complete ? await source.complete(services, rows) : rows;
    yield complete.map((row) => columns.map((column) => row[column] ?? null));
  }
}
