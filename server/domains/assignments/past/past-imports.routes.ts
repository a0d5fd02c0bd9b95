import { AppError } from '#shared/contract/errors.ts';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import {
  endImport,
  findImportOf,
  importViewOf,
  listImports,
  lockImportOf,
  problemsFile,
  type ImportSubjects,
  type StoredImport,
} from '#server/domains/people/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { requestPastCheck } from './commands/check-past.ts';
import { confirmPast } from './commands/confirm-past.ts';
import { requestReversal } from './commands/reverse-past.ts';
import { badPastRows, readPastRows } from './past-rows.queries.ts';
import { receiveCertificate, receivePast } from './receive-past.ts';
import { relianceOn } from './reliance.queries.ts';

/** Handlers of imports of past completions (USR-09). */
export const pastImportsRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listImports(ctx.db, 'completions', query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.get, async (ctx, { params: { id } }) =>
    withReliance(ctx, await importViewOf(ctx.db, 'completions', id)),
  ),
  bind(contract.upload, async (ctx) => withReliance(ctx, await receivePast(ctx))),
  bind(contract.addFile, async (ctx, { params: { id } }) => receiveCertificate(ctx, id)),
  bind(contract.check, async (ctx, { params: { id }, body }) =>
    withReliance(ctx, await ctx.command((tx) => requestPastCheck(tx, id, body))),
  ),
  bind(contract.rows, async (ctx, { params: { id }, query }) =>
    readPastRows(ctx.db, await requirePast(ctx, id), query),
  ),
  bind(contract.problems, async (ctx, { params: { id } }) => {
    const found = await requirePast(ctx, id);
    return problemsFile(ctx, id, badPastRows(ctx.db, found));
  }),
  bind(contract.confirm, async (ctx, { params: { id }, body }) =>
    withReliance(ctx, await ctx.command((tx) => confirmPast(tx, id, body), { reason: body.reason })),
  ),
  bind(contract.cancel, async (ctx, { params: { id } }) =>
    withReliance(
      ctx,
      await ctx.command(async (tx) => {
        await lockImportOf(tx, 'completions', id, ['uploaded', 'checking', 'checked', 'importing']);
        await endImport(tx, id, 'cancelled');
        return importViewOf(tx.db, 'completions', id);
      }),
    ),
  ),
  bind(contract.reverse, async (ctx, { params: { id }, body: { reason } }) =>
    withReliance(ctx, await ctx.command((tx) => requestReversal(tx, id, reason), { reason })),
  ),
];

async function withReliance(ctx: RequestContext, view: ImportSubjects['completions']['view']) {
  const reliance = view.state === 'done' ? [...(await relianceOn(ctx.db, view.id))] : null;
  return { ...view, reliance };
}

async function requirePast(ctx: RequestContext, id: number): Promise<StoredImport<'completions'>> {
  const found = await findImportOf(ctx.db, 'completions', id);
  if (!found) throw new AppError('NOT_FOUND');
  return found;
}
