import { Readable } from 'node:stream';
import { reportsContract } from '#shared/contract/reports.ts';
import { AppError } from '#shared/contract/errors.ts';
import { isInstant, type AsOf } from '#shared/domain/calendar/as-of.ts';
import { maySeeCv } from '#shared/domain/hr/cvs.ts';
import { backgroundFrom, dataSets } from '#shared/domain/reports/data-sets.ts';
import { exportName, recordCopyName, trainingFileName } from '#shared/domain/reports/export-name.ts';
import { recordReading } from '#server/domains/assignments/index.ts';
import { findPersonPage } from '#server/domains/people/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { issuing } from '#server/platform/papers/issue-paper.ts';
import { whenTableTurn } from '#server/platform/http/stream-turns.ts';
import { concernedOrganization } from './concerned-organization.ts';
import { downloadOf } from '#server/platform/http/download-of.ts';
import { completionReport } from './completion-report.ts';
import { countPeople, organizationCounts } from './completion.queries.ts';
import { aboutExport } from './exports/about-export.ts';
import { countRows, exportTable } from './exports/export-table.ts';
import { whenTurn } from './exports/pdf-turns.ts';
import { tooLarge } from './exports/too-large.ts';
import { exportTypes, tableStream } from './exports/write-table.ts';
import { requireStoredFigures } from './past/past-days.ts';
import { csvRows, exportRows } from './report-rows.ts';
import type { ReportScope } from './report-scope.ts';
import {
  calendarDay,
  dayOfFile,
  requestedInstant,
  refuseFuture,
  requestedScope,
  scopeAt,
} from './requested-scope.ts';
import { csvText } from './write-csv.ts';
import { trainingFileOf, trainingFilePdf } from './training-file.ts';
import { requestedPaper } from '#server/platform/papers/requested-paper.ts';
import { requesterAsOf } from '#server/platform/papers/name-as-of.ts';
import { endOfDayOf, hasRecord } from './training-file.queries.ts';
import { pdfReport } from './write-pdf.ts';

/** Binds the completion report with its exports, and the training file of a person (RPT-01, RPT-02, EMP-02). */
export const reportsRoutes = [
  bind(reportsContract.completion, async (ctx, { query }) => {
    const { limit, offset, sort, include, ...filter } = query;
    const asked = requestedScope(ctx, filter);
    const scope = { ...asked, isKept: await requireStoredFigures(ctx, asked) };
    const [report, total] = await Promise.all([
      completionReport(ctx.services, ctx.db, scope, { limit, offset, sort, include }),
      scope.asOf === undefined ? undefined : countPeople(ctx.db, scope),
    ]).then(([made, counted]) => [made, counted ?? made.reportMetadata.totalUsers] as const);
    if (query.userId !== undefined && total === 0 && include)
      throw new AppError('NOT_FOUND', { reason: 'user_not_found' });
    // The shown people decide: a former manager may see people of that day whom they do not reach today.
    if (query.userId !== undefined && total > 0) await recordReading(ctx, query.userId, 'assignments');
    ctx.total(total, query);
    return report;
  }),
  bind(reportsContract.completionExport, async (ctx, { query }) => {
    const { format, language = ctx.actor.language, timeZone = ctx.actor.readerZone, ...filter } = query;
    const wanted = requestedScope(ctx, filter);
    const asOf = await requestedInstant(ctx.db, wanted.asOf, timeZone);
    const scope = await scopeAt(ctx.db, wanted, asOf);
    const organizationId = await concernedOrganization(ctx, filter.org);
    // The trail records the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('reports', 'completion', {
      subjectId: await shownPerson(ctx, scope, filter.userId),
      organizationId,
      format,
      filter,
    });
    const name = `${exportName(format, dayOfFile(wanted.asOf, asOf, timeZone))}.${format}`;
    const headers = downloadOf(name);
    const requestedBy = await requesterAsOf(ctx.db, ctx.actor.id, asOf);
    const paper = { kind: 'report', format, asOf, timeZone, organizationId, scope: filter } as const;
    const asked = {
      dataSet: 'report',
      scope: { ...scope, team: filter.team },
      language,
      timeZone,
      requestedBy,
      asOf,
    } as const;
    if (format === 'xlsx') {
      const { columns } = dataSets.report;
      const body = await whenTableTurn(ctx, async () =>
        tableStream(format, await exportTable(ctx.services, ctx.db, { ...asked, format, columns })),
      );
      return new RawAnswer(
        200,
        { ...headers, 'content-type': exportTypes[format] },
        issuing(ctx, paper, body),
      );
    }
    if (format === 'csv') {
      // Few pieces wait for a slow reader: each is a whole batch.
      const body = await whenTableTurn(ctx, () =>
        Readable.from(csvText(csvRows(ctx.services, ctx.db, scope), timeZone), { highWaterMark: 2 }),
      );
      return new RawAnswer(
        200,
        { ...headers, 'content-type': 'text/csv; charset=utf-8' },
        issuing(ctx, paper, body),
      );
    }
    const pdf = await whenTurn(ctx, async () => {
      const isKept = await requireStoredFigures(ctx, scope);
      if ((await countRows(ctx.db, 'report', { ...scope, isKept })) > backgroundFrom.pdf) throw tooLarge();
      const organizations = await organizationCounts(ctx.db, { ...scope, isKept });
      const batches = exportRows(ctx.services, ctx.db, scope);
      const about = await aboutExport(ctx.db, asked);
      return pdfReport({ organizations, batches, about, language, timeZone, requestedBy, asOf });
    });
    return new RawAnswer(200, { ...headers, 'content-type': 'application/pdf' }, issuing(ctx, paper, pdf));
  }),
  bind(reportsContract.trainingFile, async (ctx, { params: { userId }, query }) => {
    const found = await findPersonPage(ctx.db, ctx.reach, userId);
    if (!found) throw new AppError('NOT_FOUND', { reason: 'user_not_found' });
    const { record: recordId, asOf: wanted, ...how } = query;
    const head = await requestedPaper(ctx, { ...how, asOf: await endAsked(ctx, found.user, wanted) });
    if (recordId !== undefined && !(await hasRecord(ctx.db, { userId, asOf: head.asOf, recordId })))
      throw new AppError('NOT_FOUND');
    const file = await trainingFileOf(ctx.services, ctx.db, {
      ...head,
      userId,
      withCv: recordId === undefined && maySeeCv(ctx.actor, found.user),
      recordId,
    });
    const { organizationId } = found.user;
    const { asOf, timeZone } = head;
    const about = recordId === undefined ? {} : { recordId };
    const scope = { userId, cv: file.cvs !== null, ...about };
    // The trail records the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('users', userId, {
      subjectId: userId,
      organizationId,
      format: 'pdf',
      cv: scope.cv,
      ...about,
      asOf: asOf.toISOString(),
    });
    const pdf = trainingFilePdf(ctx.services, ctx.db, file);
    const nameOf = recordId === undefined ? trainingFileName : recordCopyName;
    const name = nameOf(file.person.name, calendarDay(asOf, timeZone));
    const paper = { kind: 'training_file', format: 'pdf', asOf, timeZone, organizationId, scope } as const;
    return new RawAnswer(
      200,
      { ...downloadOf(name), 'content-type': 'application/pdf' },
      issuing(ctx, paper, pdf),
    );
  }),
];

/**
 * The requested instant of a training file: the given one, or the end of a day in the person's zone. VALIDATION_FAILED for a
 * day without an end.
 */
async function endAsked(
  ctx: RequestContext,
  { id, today }: { readonly id: string; readonly today: string },
  asOf: AsOf | undefined,
): Promise<string | undefined> {
  if (asOf === undefined || isInstant(asOf)) return asOf;
  refuseFuture(asOf, today, 'asOf');
  if (asOf === today) return undefined;
  const end = await endOfDayOf(ctx.db, id, asOf);
  if (end === null)
    throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'asOf', reason: 'before_first_record' }] });
  return end.toISOString();
}

/**
 * Returns the person of a report, only if the report shows them. A caller can therefore not cause an entry in the trail about a
 * person out of reach.
 */
async function shownPerson(
  ctx: RequestContext,
  scope: ReportScope,
  userId: string | undefined,
): Promise<string | undefined> {
  if (userId === undefined) return undefined;
  const shown = await countPeople(ctx.db, { ...scope, isKept: await requireStoredFigures(ctx, scope) });
  return shown > 0 ? userId : undefined;
}
