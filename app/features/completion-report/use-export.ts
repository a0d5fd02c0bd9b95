import { reportsContract } from '#shared/contract/reports.ts';
import { saveFile } from '#app/lib/download.ts';
import { useDownload, type Download } from '#app/lib/use-download.ts';

type Format = 'csv' | 'xlsx' | 'pdf';

/** An export of the report: what runs, what failed and why, and how to start it. */
export type ReportExport = Download<Format>;

/** Saves the report with the filters of the screen as a file (RPT-02). */
export function useExport(filter: {
  readonly org: string;
  readonly departmentId?: string;
  readonly q?: string;
  readonly asOf?: string;
  readonly moduleId?: string;
  readonly team?: 'true';
}): ReportExport {
  return useDownload((format) =>
    saveFile(reportsContract.completionExport, `completion-report-${format}.${format}`, {
      query: { format, ...filter },
    }),
  );
}
