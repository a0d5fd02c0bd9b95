import { binder, trailBundle } from '#shared/domain/reports/data-sets.ts';
import type { Services } from '#server/platform/services.ts';
import type { TableFile, TableRow } from '#server/platform/tables/table-file.ts';
import { dayOfFile, requestedInstant, scopeAt } from '../requested-scope.ts';
import { requesterAsOf } from '#server/platform/papers/name-as-of.ts';
import { carryOutExport, inSnapshot, mostBytes, type ExportToWrite } from './carry-out-export.ts';
import { countRows, exportTable } from './export-table.ts';
import { fileNameOf } from './file-name.ts';
import { recordReader } from './watch-export.ts';
import { tableStream } from './write-table.ts';

/** Writes one export of a data set into the file store, from one snapshot (RPT-03). */
export const writeExport = (services: Services, id: number, stopping?: AbortSignal): Promise<void> =>
  carryOutExport(
    services,
    id,
    async ({ asked, person, reach, progress, checkWanted }) => {
      const { dataSet, format, columns, filters, language, timeZone } = asked;
      const asOf = await requestedInstant(services.db, filters.asOf, timeZone);
      const requestedBy = await requesterAsOf(services.db, person.id, asOf);
      return inSnapshot(services, async (db) => {
        if (dataSet === trailBundle || dataSet === binder || format === 'zip')
          throw new Error(`${dataSet} is not a table`);
        await recordReader(db, progress);
        const scope = await scopeAt(db, { ...filters, reach }, asOf, dataSet);
        progress.total = await countRows(db, dataSet, scope, { view: asked });
        const table = await exportTable(services, db, {
          dataSet,
          format,
          columns,
          language,
          timeZone,
          scope,
          requestedBy,
          asOf,
        });
        const batches = counted(table.batches, progress, checkWanted);
        const stream = tableStream(format, { ...table, batches });
        const stored = await services.files.put(stream, { maxBytes: mostBytes });
        const day = dayOfFile(filters.asOf, asOf, timeZone);
        return { stored, rows: progress.done, fileName: fileNameOf(dataSet, format, day), asOf };
      });
    },
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
