import { exportsContract } from '#shared/contract/exports.ts';
import { AppError } from '#shared/contract/errors.ts';
import { noReach } from '#shared/domain/access/permissions.ts';
import { backgroundFrom, usualColumns } from '#shared/domain/reports/data-sets.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { answerFile } from '#server/platform/files/file-answer.ts';
import { teamIds } from '#server/platform/access/within-reach.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { whenTableTurn } from '#server/platform/http/stream-turns.ts';
import { concernedOrganization } from '../concerned-organization.ts';
import { calendarDay } from '../requested-scope.ts';
import { askKept } from '../past/past-days.ts';
import { askedScope, reachOf } from './asked.ts';
import type { ExportScope } from './data-set.ts';
import { countRowsUpTo, exportTable, isCountedByFigures, type ExportRequest } from './export-table.ts';
import {
  countExports,
  exportViews,
  fileOfExport,
  findExport,
  type ExportView,
  type StoredExport,
} from './exports.store.ts';
import { writeExportJob } from './exports.jobs.ts';
import { fileNameOf } from './file-name.ts';
import { whenTurn } from './pdf-turns.ts';
import { cancelExport, requestExport } from './request-export.ts';
import { tooLarge } from './too-large.ts';
import { exportTypes, tableStream } from './write-table.ts';

/** Binds the exports of RPT-03. */
export const exportsRoutes = [
  bind(exportsContract.count, async (ctx, { query }) => {
    const { dataSet, format, columns = usualColumns(dataSet, format), ...filters } = query;
    const scope = askedScope(ctx, dataSet, filters, columns);
    const found = await countAsked(ctx, { dataSet, format, columns }, scope);
    return { rows: found.rows, more: found.more, background: found.tooLarge };
  }),
  bind(exportsContract.download, async (ctx, { query }) => {
    const { dataSet, format, columns, ...filters } = query;
    const scope = askedScope(ctx, dataSet, filters, columns);
    const { rows, tooLarge: isTooLarge } = await countAsked(ctx, { dataSet, format, columns }, scope);
    if (isTooLarge) throw tooLarge();
    // The trail knows of the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('exports', dataSet, {
      organizationId: await concernedOrganization(
        { actor: ctx.actor, reach: scope.reach, db: ctx.db },
        filters.org,
      ),
      format,
      columns,
      filters,
      rows,
    });
    const generatedAt = ctx.services.clock.now();
    const { language, readerZone: timeZone } = ctx.actor;
    const requestedBy = fullName(ctx.actor) || ctx.actor.email;
    const asked = { dataSet, format, columns, scope, language, timeZone, requestedBy, generatedAt };
    const table = await exportTable(ctx.services, ctx.db, asked);
    const write = () => Promise.resolve(tableStream(format, table));
    const body = await (format === 'pdf' ? whenTurn : whenTableTurn)(ctx, write);
    const name = fileNameOf(dataSet, format, scope.asOf ?? calendarDay(generatedAt, timeZone));
    const headers = {
      'content-type': exportTypes[format],
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      // A CSV has no room for words about itself: comment lines are no RFC 4180.
      'export-about': encodeURIComponent(JSON.stringify(Object.fromEntries(table.about))),
    };
    return new RawAnswer(200, headers, body);
  }),
  bind(exportsContract.request, async (ctx, { body }) => {
    const { dataSet, format, columns } = body;
    const { reach: _, ...filters } = askedScope(ctx, dataSet, body.filters, columns);
    const { id: requestedBy, language, readerZone: timeZone } = ctx.actor;
    return ctx.command(async (tx) => {
      const id = await requestExport(tx, writeExportJob, {
        dataSet,
        format,
        columns,
        filters,
        requestedBy,
        language,
        timeZone,
      });
      return only(await exportViews(tx.db, { id }));
    });
  }),
  bind(exportsContract.list, async (ctx, { query }) => {
    const requestedBy = ctx.actor.id;
    ctx.total(await countExports(ctx.db, requestedBy), query);
    return [...(await exportViews(ctx.db, { requestedBy, limit: query.limit, offset: query.offset }))];
  }),
  bind(exportsContract.file, async (ctx, { params: { id } }) => {
    const found = await visibleExport(ctx, id);
    if (found.state !== 'ready' || found.fileId === null) {
      throw new AppError('NOT_FOUND', { reason: 'export_gone' });
    }
    await requireReach(ctx, found);
    const file = await fileOfExport(ctx.db, found.fileId);
    if (!file) throw new AppError('NOT_FOUND');
    return answerFile(ctx, {
      ...file,
      mime: exportTypes[found.format],
      downloadName: found.fileName ?? 'export',
      disposition: 'attachment',
      isPrivate: true,
      facts: {
        organizationId: await concernedOrganization(
          { actor: ctx.actor, reach: found.reach ?? noReach, db: ctx.db },
          found.filters.org,
        ),
      },
    });
  }),
  bind(exportsContract.cancel, async (ctx, { params: { id } }) => {
    await visibleExport(ctx, id);
    return ctx.command(async (tx) => {
      await cancelExport(tx, id);
      return only(await exportViews(tx.db, { id }));
    });
  }),
];

/** How many rows were asked for (RPT-03: shown before they are made), and whether these are made in the background only. */
async function countAsked(
  ctx: RequestContext,
  { dataSet, format, columns }: Pick<ExportRequest, 'dataSet' | 'format' | 'columns'>,
  scope: ExportScope,
) {
  const isKept = isCountedByFigures(dataSet) && (await askKept(ctx, scope));
  const most = backgroundFrom[format];
  const { rows, more } = await countRowsUpTo(ctx.db, dataSet, { ...scope, isKept }, most, {
    columns,
    timeZone: ctx.actor.readerZone,
  });
  return { rows, more, tooLarge: more || rows > most };
}

function only(views: readonly ExportView[]): ExportView {
  const [view] = views;
  if (!view) throw new AppError('NOT_FOUND');
  return view;
}

/** Exports are their requester's and administrators'; for others they are not there. */
async function visibleExport(ctx: RequestContext, id: number): Promise<StoredExport> {
  const found = await findExport(ctx.db, id);
  if (!found || (found.requestedBy !== ctx.actor.id && ctx.actor.role !== 'admin'))
    throw new AppError('NOT_FOUND');
  return found;
}

/** The file speaks of nobody whom its reader may not see now (AUTH-13): rights may have ended since it was written. */
async function requireReach(ctx: RequestContext, { dataSet, reach, people }: StoredExport): Promise<void> {
  const now = reachOf(ctx.actor, dataSet);
  if (now.all) return;
  const organizations = reach?.organizationIds.every((id) => now.organizationIds.includes(id)) === true;
  const team = new Set(people === null || now.reportsOf === null ? [] : await teamIds(ctx.db, now.reportsOf));
  const sameTeam =
    (people ?? []).every((id) => team.has(id)) &&
    (reach?.reportsOf ?? null) === (people === null ? null : now.reportsOf);
  if (reach === null || reach.all || !organizations || !sameTeam) {
    throw new AppError('FORBIDDEN', {
      reason: 'export_access_lost',
    });
  }
}
