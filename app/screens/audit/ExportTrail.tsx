import { dataSets, usualColumns } from '#shared/domain/reports/data-sets.ts';
import type { ExportFormat } from '#shared/domain/reports/export-name.ts';
import { exportsContract } from '#shared/contract/exports.ts';
import { ExportButtons } from '#app/features/completion-report/ExportButtons.tsx';
import {
  requestOf,
  useBackgroundExport,
  type ReportExport,
} from '#app/features/completion-report/use-export.ts';
import type { TrailFilters } from '#app/features/trail/TrailList.tsx';
import { saveFile } from '#app/lib/download.ts';
import { useUser } from '#app/lib/session.ts';

/** Returns the filters of the screen as those of an export. */
const exportFilters = ({ q, ...others }: Omit<TrailFilters, 'event'>) => ({
  ...others,
  ...(q !== undefined && { words: q }),
});

/** Saves the filtered trail as a file (AUD-03). */
export function useTrailExport(filters: Omit<TrailFilters, 'event'>): ReportExport<ExportFormat> {
  return useBackgroundExport((format: ExportFormat) => {
    const asked = {
      dataSet: 'audit',
      format,
      columns: usualColumns('audit', format),
      filters: exportFilters(filters),
    } as const;
    return {
      download: (signal) =>
        saveFile(exportsContract.download, `audit-${format}.${format}`, {
          query: { dataSet: 'audit', format, columns: asked.columns.join(','), ...asked.filters },
          signal,
        }),
      request: requestOf(asked),
    };
  });
}

/** The same sentences as CSV, XLSX, JSON Lines and PDF, for people who may export. */
export function ExportTrail({ file }: { readonly file: ReportExport<ExportFormat> }) {
  const mayExport = useUser().permissions.includes(dataSets.report.permission);
  return mayExport ? (
    <ExportButtons report={file} inBackground={null} onLines={() => file.save('jsonl')} />
  ) : null;
}
