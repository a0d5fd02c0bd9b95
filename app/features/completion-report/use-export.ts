import { msg } from '@lingui/core/macro';
import { useState } from 'react';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { exportsContract } from '#shared/contract/exports.ts';
import { reportsContract } from '#shared/contract/reports.ts';
import { dataSets } from '#shared/domain/reports/data-sets.ts';
import type { ReportFormat } from '#shared/domain/reports/export-name.ts';
import { ApiError } from '#app/lib/api-error.ts';
import { call } from '#app/lib/client.ts';
import { saveFile } from '#app/lib/download.ts';
import { downloadOrPrepare } from '#app/lib/background-download.ts';
import { useInvalidate } from '#app/lib/query.ts';
import { showToast, type ToastRow } from '#app/lib/toasts.ts';
import { useDownload, type Download } from '#app/lib/use-download.ts';

/** The exports of the report: which one is running, which one failed and why, and how to start one. */
export interface ReportExport<Key extends string = ReportFormat> extends Download<Key> {
  /** True if the last export took so long that it continues in the background. */
  readonly continuesSentence: boolean;
}

type Wanted = BodyOf<typeof exportsContract.request>;

const goesOnToast: ToastRow = {
  tone: 'default',
  title: msg`Export Continues in the Background`,
  text: msg`It is taking more than ten seconds. Find it under My exports.`,
};

/** Returns a place of an address in the form of a body: an id, or the word for none. */
const placeOf = (place: string) => (place === 'none' ? ('none' as const) : Number(place));

/** Returns the request of a download in the form of a background request (RPT-03). */
export function requestOf({
  dataSet,
  format,
  columns,
  filters: { org, departmentId, moduleId, version, team, grid, matrixId, sinceReview, ...others },
}: Pick<Wanted, 'dataSet' | 'format'> & {
  readonly columns: Readonly<Wanted['columns']>;
  readonly filters: Readonly<Record<string, string | undefined>>;
}): Wanted {
  return {
    dataSet,
    format,
    columns: [...columns],
    filters: {
      ...others,
      org: org === undefined || org === 'all' ? 'all' : placeOf(org),
      ...(departmentId !== undefined && { departmentId: placeOf(departmentId) }),
      ...(moduleId !== undefined && { moduleId: Number(moduleId) }),
      ...(version !== undefined && { version: placeOf(version) }),
      ...(team !== undefined && { team: true }),
      ...(grid !== undefined && { grid: true }),
      ...(matrixId !== undefined && { matrixId: Number(matrixId) }),
      ...(sinceReview !== undefined && { sinceReview: true }),
    },
  };
}

/** Downloads that continue in the background when they take more than ten seconds or are too long to wait for (RPT-03). */
export function useBackgroundExport<Key extends string>(
  of: (key: Key) => {
    readonly download: (signal: AbortSignal) => Promise<void>;
    readonly request: Wanted;
  },
): ReportExport<Key> {
  const invalidate = useInvalidate();
  const [continuesSentence, setGoesOn] = useState(false);
  const file = useDownload<Key>(async (key) => {
    setGoesOn(false);
    const { download, request } = of(key);
    const ask = () => call(exportsContract.request, { body: request });
    const came = await downloadOrPrepare({
      download,
      ask,
      cancel: ({ id }) => call(exportsContract.cancel, { params: { id } }),
    }).catch(async (error: unknown) => {
      // An export that is too long to wait for is prepared in the background from the start.
      if (!(error instanceof ApiError) || error.problem?.reason !== 'export_too_large') throw error;
      await ask();
      return 'asked' as const;
    });
    if (came === 'saved') return;
    setGoesOn(true);
    showToast(goesOnToast);
    await invalidate(exportsContract.request);
  });
  return { ...file, continuesSentence };
}

/** Saves the report with the filters of the screen as a file (RPT-02). */
export function useExport(filter: {
  readonly org: string;
  readonly departmentId?: string;
  readonly q?: string;
  readonly asOf?: string;
  readonly moduleId?: string;
  readonly team?: 'true';
}): ReportExport {
  return useBackgroundExport((format) => ({
    download: (signal) =>
      saveFile(reportsContract.completionExport, `completion-report-${format}.${format}`, {
        query: { format, ...filter },
        signal,
      }),
    request: requestOf({ dataSet: 'report', format, columns: dataSets.report.columns, filters: filter }),
  }));
}
