import { savedExportsContract as contract } from '#shared/contract/saved-exports.ts';
import { AppError } from '#shared/contract/errors.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { exportViews } from '../exports/exports.store.ts';
import { writeExportJob } from '../exports/exports.jobs.ts';
import { requestExport } from '../exports/request-export.ts';
import { requestedExportScope, settledFilters } from '../exports/requested.ts';
import {
  changeSavedExport,
  createSavedExport,
  deleteSavedExport,
  renameSavedExport,
  type SavedDefinition,
} from './commands/save-export.ts';
import { scheduleExport, stopSchedule, unscheduleExport } from './commands/schedule-export.ts';
import {
  countSaved,
  daysOfRun,
  findSavedExport,
  listSchedules,
  savedExportViews,
  type ExportDefinition,
  type SavedExportView,
  type StoredSavedExport,
} from './saved-exports.store.ts';
import { namesDeletedRecord, whyNot } from './why-not.ts';

/** Binds saved exports and their schedules (RPT-03). */
export const savedExportsRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const ownerId = ctx.actor.id;
    ctx.total((await countSaved(ctx.db, ownerId)).saved, query);
    return [...(await savedExportViews(ctx.db, { ownerId, ...query }))];
  }),
  bind(contract.create, async (ctx, { body }) => {
    const definition = await checked(ctx, body);
    return answer(ctx, (tx) => createSavedExport(tx, ctx.actor.id, definition));
  }),
  bind(contract.change, async (ctx, { params: { id }, body }) => {
    await requireOwn(ctx, id);
    const definition = await checked(ctx, body);
    return answer(ctx, (tx) => changeSavedExport(tx, ctx.actor.id, id, definition));
  }),
  bind(contract.rename, (ctx, { params: { id }, body }) =>
    answer(ctx, (tx) => renameSavedExport(tx, ctx.actor.id, id, body.name)),
  ),
  bind(contract.remove, (ctx, { params: { id } }) =>
    ctx.command((tx) => deleteSavedExport(tx, ctx.actor.id, id)),
  ),
  bind(contract.run, async (ctx, { params: { id } }) => {
    const saved = await requireOwn(ctx, id);
    const why = await whyNot(ctx.db, ctx.actor, saved);
    if (why === 'access_lost') throw new AppError('FORBIDDEN');
    if (why !== null)
      throw new AppError('CONFLICT', {
        reason: why === 'access_changed' ? 'saved_export_access_changed' : 'saved_export_filter_gone',
      });
    const { dataSet, format, columns, filters, reach, name } = saved;
    const { id: requestedBy, language, readerZone: timeZone } = ctx.actor;
    return ctx.command(async (tx) => {
      const { today, previous } = await daysOfRun(tx.db, id, timeZone);
      const settled = settledFilters(filters, today, previous);
      const asked = { dataSet, format, columns, filters: settled, requestedBy, language, timeZone };
      const made = await requestExport(tx, writeExportJob, { ...asked, saved: { id, name, reach } });
      const [view] = await exportViews(tx.db, { id: made });
      if (!view) throw new AppError('NOT_FOUND');
      return view;
    });
  }),
  bind(contract.schedule, async (ctx, { params: { id }, body }) => {
    const { reach } = await checked(ctx, await requireOwn(ctx, id));
    const { id: ownerId, readerZone: timeZone } = ctx.actor;
    return answer(ctx, (tx) => scheduleExport(tx, { id: ownerId, timeZone, reach }, id, body));
  }),
  bind(contract.unschedule, (ctx, { params: { id } }) =>
    answer(ctx, (tx) => unscheduleExport(tx, ctx.actor.id, id)),
  ),
  bind(contract.schedules, async (ctx, { query }) => {
    const { rows, total } = await listSchedules(ctx.db, query);
    ctx.total(total, query);
    return [...rows];
  }),
  bind(contract.stop, (ctx, { params: { id } }) => ctx.command((tx) => stopSchedule(tx, id))),
];

/** Returns the saved export of the caller. NOT_FOUND for another person's export. */
async function requireOwn(ctx: RequestContext, id: number): Promise<StoredSavedExport> {
  const found = await findSavedExport(ctx.db, id);
  if (found?.ownerId !== ctx.actor.id) throw new AppError('NOT_FOUND');
  return found;
}

/**
 * Returns a definition with the present reach of the caller. Fails like a request for an export, and with VALIDATION_FAILED at `filters`
 * for a filter that names a deleted record or one out of reach.
 */
async function checked(
  ctx: RequestContext,
  { name, dataSet, format, columns, filters }: ExportDefinition & { readonly name: string },
): Promise<SavedDefinition> {
  const { reach, asOf: _, ...scope } = requestedExportScope(ctx, dataSet, filters, columns);
  if (await namesDeletedRecord(ctx.db, ctx.actor, scope, reach))
    throw new AppError('VALIDATION_FAILED', {
      errors: [{ path: 'filters', reason: 'saved_export_filter_gone' }],
    });
  return { name, dataSet, format, columns, filters, reach };
}

async function answer(
  ctx: RequestContext,
  work: Parameters<typeof ctx.command<{ readonly id: number }>>[0],
): Promise<SavedExportView> {
  return ctx.command(async (tx) => {
    const { id } = await work(tx);
    const [view] = await savedExportViews(tx.db, { id });
    if (!view) throw new AppError('NOT_FOUND');
    return view;
  });
}
