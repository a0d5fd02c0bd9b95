import { Readable } from 'node:stream';
import { reportsContract } from '#shared/contract/reports.ts';
import { AppError } from '#shared/contract/errors.ts';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { maySeeCv } from '#shared/domain/hr/cvs.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { backgroundFrom, dataSets } from '#shared/domain/reports/data-sets.ts';
import { exportName, trainingFileName } from '#shared/domain/reports/export-name.ts';
import { recordReading } from '#server/domains/assignments/index.ts';
import { cvOfPerson } from '#server/domains/hr/index.ts';
import { findPersonPage } from '#server/domains/people/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { whenTableTurn } from '#server/platform/http/stream-turns.ts';
import { concernedOrganization } from './concerned-organization.ts';
import { downloadOf } from './download-of.ts';
import { completionReport } from './completion-report.ts';
import { countPeople, organizationCounts } from './completion.queries.ts';
import { aboutExport } from './exports/about-export.ts';
import { countRows, exportTable } from './exports/export-table.ts';
import { whenTurn } from './exports/pdf-turns.ts';
import { tooLarge } from './exports/too-large.ts';
import { exportTypes, tableStream } from './exports/write-table.ts';
import { askKept } from './past/past-days.ts';
import { csvRows, exportRows } from './report-rows.ts';
import type { ReportScope } from './report-scope.ts';
import { calendarDay, requestedScope } from './requested-scope.ts';
import { csvText } from './write-csv.ts';
import { trainingFilePdf } from './training-file.ts';
import { pdfReport } from './write-pdf.ts';

/** Binds the completion report with its exports, and the training file of a person (RPT-01, RPT-02, EMP-02). */
export const reportsRoutes = [
  bind(reportsContract.completion, async (ctx, { query }) => {
    const { limit, offset, sort, include, ...filter } = query;
    const asked = requestedScope(ctx, filter);
    const scope = { ...asked, isKept: await askKept(ctx, asked) };
    const [report, total] = await Promise.all([
      completionReport(ctx.services, ctx.db, scope, { limit, offset, sort, include }),
      scope.asOf === undefined ? undefined : countPeople(ctx.db, scope),
    ]).then(([made, counted]) => [made, counted ?? made.reportMetadata.totalUsers] as const);
    if (query.userId !== undefined && total === 0 && include)
      throw new AppError('NOT_FOUND', { reason: 'user_not_found' });
    // Who is shown decides: a manager of then may see of that day whom nobody reaches today.
    if (query.userId !== undefined && total > 0) await recordReading(ctx, query.userId, 'assignments');
    ctx.total(total, query);
    return report;
  }),
  bind(reportsContract.completionExport, async (ctx, { query }) => {
    const { format, ...filter } = query;
    const scope = requestedScope(ctx, filter);
    // The trail knows of the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('reports', 'completion', {
      subjectId: await shownPerson(ctx, scope, filter.userId),
      organizationId: await concernedOrganization(ctx, filter.org),
      format,
      filter,
    });
    const generatedAt = ctx.services.clock.now();
    const day = scope.asOf ?? calendarDay(generatedAt, ctx.actor.readerZone);
    const name = `${exportName(format, day)}.${format}`;
    const headers = downloadOf(name);
    const { language, readerZone: timeZone } = ctx.actor;
    const requestedBy = fullName(ctx.actor) || ctx.actor.email;
    const asked = {
      dataSet: 'report',
      scope: { ...scope, team: filter.team },
      language,
      timeZone,
      requestedBy,
      generatedAt,
    } as const;
    if (format === 'xlsx') {
      const { columns } = dataSets.report;
      const body = await whenTableTurn(ctx, async () =>
        tableStream(format, await exportTable(ctx.services, ctx.db, { ...asked, format, columns })),
      );
      return new RawAnswer(200, { ...headers, 'content-type': exportTypes[format] }, body);
    }
    if (format === 'csv') {
      // Few pieces wait for a slow reader: each is a whole batch.
      const body = await whenTableTurn(ctx, () =>
        Readable.from(csvText(csvRows(ctx.services, ctx.db, scope), timeZone), { highWaterMark: 2 }),
      );
      return new RawAnswer(200, { ...headers, 'content-type': 'text/csv; charset=utf-8' }, body);
    }
    const pdf = await whenTurn(ctx, async () => {
      const isKept = await askKept(ctx, scope);
      if ((await countRows(ctx.db, 'report', { ...scope, isKept })) > backgroundFrom.pdf) throw tooLarge();
      const organizations = await organizationCounts(ctx.db, { ...scope, isKept });
      const batches = exportRows(ctx.services, ctx.db, scope);
      const about = await aboutExport(ctx.db, asked);
      return pdfReport({ organizations, batches, about, language, timeZone, generatedAt });
    });
    return new RawAnswer(200, { ...headers, 'content-type': 'application/pdf' }, pdf);
  }),
  bind(reportsContract.trainingFile, async (ctx, { params: { userId } }) => {
    const person = await findPersonPage(ctx.db, ctx.reach, userId);
    if (!person) throw new AppError('NOT_FOUND', { reason: 'user_not_found' });
    const { organizationId } = person.user;
    const cvs = await cvsFor(ctx, person.user);
    // The trail knows of the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('users', userId, {
      subjectId: userId,
      organizationId,
      format: 'pdf',
      cv: cvs !== null,
    });
    const generatedAt = ctx.services.clock.now();
    const { language, readerZone: timeZone } = ctx.actor;
    const pdf = trainingFilePdf(ctx.services, ctx.db, {
      person,
      reach: ctx.reach,
      cvs,
      language,
      timeZone,
      generatedAt,
      generatedBy: fullName(ctx.actor) || ctx.actor.email,
    });
    const name = trainingFileName(fullName(person.user), calendarDay(generatedAt, timeZone));
    return new RawAnswer(200, { ...downloadOf(name), 'content-type': 'application/pdf' }, pdf);
  }),
];

/** The versions of a person's CV, or null for those who may not see it (HR-05). */
const cvsFor = async (
  ctx: RequestContext,
  person: { readonly id: string; readonly organizationId: number | null },
) =>
  maySeeCv(ctx.actor, person)
    ? (await cvOfPerson(ctx.services, ctx.db, wholeReach, person.id)).versions
    : null;

/** The person whom a report is about: only one whom it shows, so that nobody leaves a mark in the trail of a person out of reach. */
async function shownPerson(
  ctx: RequestContext,
  scope: ReportScope,
  userId: string | undefined,
): Promise<string | undefined> {
  if (userId === undefined) return undefined;
  const shown = await countPeople(ctx.db, { ...scope, isKept: await askKept(ctx, scope) });
  return shown > 0 ? userId : undefined;
}
