import { exportsContract } from '#shared/contract/exports.ts';
import { AppError } from '#shared/contract/errors.ts';
import { noReach, resolveReach, type Reach } from '#shared/domain/access/permissions.ts';
import { backgroundFrom, binder, usualColumns } from '#shared/domain/reports/data-sets.ts';
import { answerFile } from '#server/platform/files/file-answer.ts';
import { teamIds } from '#server/platform/access/within-reach.ts';
import { bind } from '#server/platform/http/bind.ts';
import { RawAnswer, type RequestContext } from '#server/platform/http/context.ts';
import { issuing } from '#server/platform/papers/issue-paper.ts';
import { whenTableTurn } from '#server/platform/http/stream-turns.ts';
import { countReached } from '../binder/binder-people.queries.ts';
import { concernedOrganization } from '../concerned-organization.ts';
import { dayOfFile, requestedInstant, scopeAt } from '../requested-scope.ts';
import { requesterAsOf } from '#server/platform/papers/name-as-of.ts';
import { requireStoredFigures } from '../past/past-days.ts';
import { requireMatrix } from '../grid/require-matrix.ts';
import { requestedExportScope, reachOf, settledNow } from './requested.ts';
import type { ExportRequest, ExportScope } from './data-set.ts';
import { countRowsUpTo, exportTable, isCountedByFigures } from './export-table.ts';
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
    const { dataSet, format, columns = usualColumns(dataSet, format), ...asked } = query;
    const scope = requestedExportScope(ctx, dataSet, settledNow(ctx, asked), columns);
    await requireMatrix(ctx, scope);
    const found = await countAsked(ctx, { dataSet, format, columns }, scope);
    return { rows: found.rows, more: found.more, background: found.tooLarge };
  }),
  bind(exportsContract.download, async (ctx, { query }) => {
    const {
      dataSet,
      format,
      columns,
      language = ctx.actor.language,
      timeZone = ctx.actor.readerZone,
      ...requested
    } = query;
    const filters = settledNow(ctx, requested);
    const scope = requestedExportScope(ctx, dataSet, filters, columns);
    await requireMatrix(ctx, scope);
    const asOf = await requestedInstant(ctx.db, scope.asOf, timeZone);
    const { rows, tooLarge: isTooLarge } = await countAsked(ctx, { dataSet, format, columns }, scope);
    if (isTooLarge) throw tooLarge();
    const organizationId = await concernedOrganization(
      { actor: ctx.actor, reach: scope.reach, db: ctx.db },
      filters.org,
    );
    // The trail records the export before its first byte leaves (AUD-01).
    await ctx.recordAccess('exports', dataSet, {
      organizationId,
      format,
      columns,
      filters,
      rows,
    });
    const requestedBy = await requesterAsOf(ctx.db, ctx.actor.id, asOf);
    const rowsOf = await scopeAt(ctx.db, scope, asOf, dataSet);
    const asked = {
      dataSet,
      format,
      columns,
      scope: rowsOf,
      language,
      timeZone,
      requestedBy,
      asOf,
    };
    const table = await exportTable(ctx.services, ctx.db, asked);
    const write = () => Promise.resolve(tableStream(format, table));
    const body = await (format === 'pdf' ? whenTurn : whenTableTurn)(ctx, write);
    const name = fileNameOf(dataSet, format, dayOfFile(scope.asOf, asOf, timeZone));
    const headers = {
      'content-type': exportTypes[format],
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      // A CSV cannot describe itself, because RFC 4180 has no comment lines.
      'export-about': encodeURIComponent(JSON.stringify(Object.fromEntries(table.about))),
    };
    const paper = {
      kind: dataSet,
      format,
      asOf,
      timeZone,
      organizationId,
      scope: { columns, ...filters },
    } as const;
    return new RawAnswer(200, headers, issuing(ctx, paper, body));
  }),
  bind(exportsContract.request, async (ctx, { body }) => {
    const { id: requestedBy } = ctx.actor;
    const { dataSet, format, columns, language = ctx.actor.language, timeZone = ctx.actor.readerZone } = body;
    const { reach: _, ...filters } = requestedExportScope(
      ctx,
      dataSet,
      settledNow(ctx, body.filters),
      columns,
    );
    await requireMatrix(ctx, filters);
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

/**
 * Returns how many rows were requested (RPT-03: shown before the export is created), and whether it is created in the background
 * only.
 */
async function countAsked(
  ctx: RequestContext,
  { dataSet, format, columns }: Pick<ExportRequest, 'dataSet' | 'format' | 'columns'>,
  scope: ExportScope,
) {
  const isKept = isCountedByFigures(dataSet, scope) && (await requireStoredFigures(ctx, scope));
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

/** Refuses a file with people whom its reader may not see now (AUTH-13): permissions may have ended since it was written. */
async function requireReach(ctx: RequestContext, found: StoredExport): Promise<void> {
  const { dataSet, reach, people } = found;
  const now = reachOf(ctx.actor, dataSet);
  if (dataSet === binder) return requireBinderReach(ctx, now, found);
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

/** Every person of a binder is within the reader's reach today, and every CV in it one that the reader may see (HR-05). */
async function requireBinderReach(
  { actor, db }: RequestContext,
  now: Reach,
  { people, withCvOf }: StoredExport,
): Promise<void> {
  const ofCvs = resolveReach(actor, 'hr.cvs') ?? noReach;
  const [reached, reachedCvs] = await Promise.all([
    countReached(db, now, people ?? []),
    countReached(db, ofCvs, withCvOf ?? []),
  ]);
  if (reached !== people?.length || reachedCvs !== (withCvOf ?? []).length)
    throw new AppError('FORBIDDEN', { reason: 'export_access_lost' });
}
