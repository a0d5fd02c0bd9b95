import { Readable } from 'node:stream';
import { reportsContract } from '#shared/contract/reports.ts';
import { AppError } from '#shared/contract/errors.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { exportName, trainingFileName } from '#shared/domain/reports/export-name.ts';
import { isVisible, recordReading } from '#server/domains/assignments/index.ts';
import { findPersonPage } from '#server/domains/people/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { completionReport } from './completion-report.ts';
import { countPeople, organizationCounts } from './completion.queries.ts';
import { exportRows } from './report-rows.ts';
import type { ReportScope } from './report-scope.ts';
import { csvText } from './write-csv.ts';
import { trainingFilePdf } from './training-file.ts';
import { pdfReport } from './write-pdf.ts';

/** Binds the completion report with its exports, and the training file of a person (RPT-01, RPT-02, EMP-02). */
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
    const headers = downloadOf(name);
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
  bind(reportsContract.trainingFile, async (ctx, { params: { userId } }) => {
    const person = await findPersonPage(ctx.db, ctx.reach, userId);
    if (!person) throw new AppError('NOT_FOUND', { detail: 'The requested user could not be found.' });
    const { organizationId } = person.user;
    // The trail knows of the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('users', userId, { subjectId: userId, organizationId, format: 'pdf' });
    const generatedAt = ctx.services.clock.now();
    const { language, timeZone } = ctx.actor;
    const pdf = trainingFilePdf(ctx.services, ctx.db, {
      person,
      reach: ctx.reach,
      language,
      timeZone,
      generatedAt,
      generatedBy: fullName(ctx.actor) || ctx.actor.email,
    });
    const name = trainingFileName(fullName(person.user), dayOf(ctx, generatedAt));
    return new RawAnswer(200, { ...downloadOf(name), 'content-type': 'application/pdf' }, pdf);
  }),
];

const downloadOf = (name: string) => ({
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
});

/** The calendar date in the reader's zone, for the download's name. */
function dayOf(ctx: RequestContext, instant: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: ctx.actor.timeZone, dateStyle: 'short' }).format(
    instant,
  );
}
