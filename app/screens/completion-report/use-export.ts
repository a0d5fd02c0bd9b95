import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { reportsContract } from '#shared/contract/reports.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { saveFile } from '#app/lib/download.ts';
import { explain } from '#app/lib/server-texts.ts';

type Format = 'csv' | 'pdf';

/** An export of the report: what runs, what failed and why, and how to start it. */
export interface ReportExport {
  readonly busy: Format | null;
  readonly failed: { readonly format: Format; readonly text: string } | null;
  readonly save: (format: Format) => void;
  readonly dismiss: () => void;
}

/** Saves the report with the filters of the screen as a file (RPT-02). */
export function useExport(filter: { readonly org: string; readonly q?: string }): ReportExport {
  const { t } = useLingui();
  const [busy, setBusy] = useState<Format | null>(null);
  const [failed, setFailed] = useState<ReportExport['failed']>(null);
  const run = async (format: Format): Promise<void> => {
    setBusy(format);
    setFailed(null);
    try {
      await saveFile(reportsContract.completionExport, `completion-report-${format}.${format}`, {
        query: { format, ...filter },
      });
    } catch (error) {
      if (error instanceof Error && isUnauthorized(error)) return;
      const known = error instanceof ApiError;
      setFailed({ format, text: known ? explain(error) : t`The file did not arrive.` });
    } finally {
      setBusy(null);
    }
  };
  return { busy, failed, save: (format) => void run(format), dismiss: () => setFailed(null) };
}
