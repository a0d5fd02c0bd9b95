import { trailBundle } from '#shared/domain/reports/data-sets.ts';
import type { Services } from '#server/platform/services.ts';
import type { TableFile, TableRow } from '#server/platform/tables/table-file.ts';
import { calendarDay } from '../requested-scope.ts';
import { carryOutExport, inSnapshot, mostBytes, type ExportToWrite } from './carry-out-export.ts';
import { countRows, exportTable } from './export-table.ts';
import { fileNameOf } from './file-name.ts';
import { noteReader } from './watch-export.ts';
import { tableStream } from './write-table.ts';

/** Writes one export of a data set into the file store, from one snapshot (RPT-03). */
export const writeExport = (services: Services, id: number, stopping?: AbortSignal): Promise<void> =>
  carryOutExport(
    services,
    id,
    ({ asked, reach, requestedBy, generatedAt, progress, checkWanted }) =>
      inSnapshot(services, async (db) => {
        const { dataSet, format, columns, filters, language, timeZone } = asked;
        if (dataSet === trailBundle || format === 'zip') throw new Error(`${dataSet} is not a table`);
        await noteReader(db, progress);
        const scope = { ...filters, reach };
        progress.total = await countRows(db, dataSet, scope, { view: asked });
        const table = await exportTable(services, db, {
          dataSet,
          format,
          columns,
          language,
          timeZone,
          scope,
          requestedBy,
          generatedAt,
        });
        const batches = counted(table.batches, progress, checkWanted);
        const stream = tableStream(format, { ...table, batches });
        const stored = await services.files.put(stream, { maxBytes: mostBytes });
        const day = filters.asOf ?? calendarDay(generatedAt, timeZone);
        return { stored, rows: progress.done, fileName: fileNameOf(dataSet, format, day) };
      }),
    stopping,
  );

async function* counted(
  batches: TableFile['batches'],
  progress: ExportToWrite['progress'],
  checkWanted: () => void,
): AsyncGenerator<readonly TableRow[]> {
  for await (const rows of batches) {
    checkWanted();
    yield rows;
    progress.done += rows.length;
  }
}
