import { Readable } from 'node:stream';
import { reportsContract } from '#shared/contract/reports.ts';
import { exportName } from '#shared/domain/reports/export-name.ts';
import { isVisible, recordReading } from '#server/domains/assignments/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { completionReport } from './completion-report.ts';
import { countPeople, organizationCounts } from './completion.queries.ts';
import { exportRows } from './report-rows.ts';
import type { ReportScope } from './report-scope.ts';
import { csvText } from './write-csv.ts';
import { pdfReport } from './write-pdf.ts';

/** Binds the completion report and its exports (RPT-01, RPT-02). */
export const reportsRoutes = [
  bind(reportsContract.completion, async (ctx, { query }) => {
    const scope: ReportScope = { ...query, reach: ctx.reach };
    if (query.userId !== undefined && (await isVisible(ctx, query.userId)))
      await recordReading(ctx, query.userId, 'assignments');
    const [report, total] = await Promise.all([
      completionReport(ctx.services, ctx.db, scope, query),
      countPeople(ctx.db, scope),
    ]);
    ctx.total(total, query);
    return report;
  }),
  bind(reportsContract.completionExport, async (ctx, { query }) => {
    const { format, ...filter } = query;
    const scope: ReportScope = { ...filter, reach: ctx.reach };
    // The trail knows of the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('reports', 'completion', { format, filter });
    const generatedAt = ctx.services.clock.now();
    const name = `${exportName(format, dayOf(ctx, generatedAt))}.${format}`;
    const headers = {
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    };
    const batches = exportRows(ctx.services, ctx.db, scope);
    if (format === 'csv') {
      // Few pieces wait for a slow reader: each is a whole batch.
      const body = Readable.from(csvText(batches), { highWaterMark: 2 });
      return new RawAnswer(200, { ...headers, 'content-type': 'text/csv; charset=utf-8' }, body);
    }
    const organizations = await organizationCounts(ctx.db, scope);
    const { language, timeZone } = ctx.actor;
    const pdf = pdfReport({ organizations, batches, language, timeZone, generatedAt });
    return new RawAnswer(200, { ...headers, 'content-type': 'application/pdf' }, pdf);
  }),
];

/** The calendar date in the reader's zone, for the download's name. */
function dayOf(ctx: RequestContext, instant: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: ctx.actor.timeZone, dateStyle: 'short' }).format(
    instant,
  );
}
