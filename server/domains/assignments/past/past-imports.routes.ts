import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { refusePastMapping } from '#shared/domain/assignments/past/fields.ts';
import {
  cancelImport,
  importViewOf,
  listImports,
  problemsFile,
  requireImportOf,
  startCheck,
  startImport,
  type ImportSubjects,
} from '#server/domains/people/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { requestReversal } from './commands/reverse-past.ts';
import { checkPastJob } from './check-past.jobs.ts';
import { carryOutPastJob } from './past-imports.jobs.ts';
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
    withReliance(
      ctx,
      await ctx.command((tx) =>
        startCheck(
          tx,
          ['completions', id],
          body,
          (headings) => refusePastMapping(body.mapping, headings),
          checkPastJob,
        ),
      ),
    ),
  ),
  bind(contract.rows, async (ctx, { params: { id }, query }) =>
    readPastRows(ctx.db, await requireImportOf(ctx.db, 'completions', id), query),
  ),
  bind(contract.problems, async (ctx, { params: { id } }) => {
    const found = await requireImportOf(ctx.db, 'completions', id);
    return problemsFile(ctx, id, badPastRows(ctx.db, found));
  }),
  bind(contract.confirm, async (ctx, { params: { id }, body }) =>
    withReliance(
      ctx,
      await ctx.command(
        (tx) => startImport(tx, ['completions', id], body, 'past_own_completion', carryOutPastJob),
        { reason: body.reason },
      ),
    ),
  ),
  bind(contract.cancel, async (ctx, { params: { id } }) =>
    withReliance(ctx, await ctx.command((tx) => cancelImport(tx, 'completions', id))),
  ),
  bind(contract.reverse, async (ctx, { params: { id }, body: { reason } }) =>
    withReliance(ctx, await ctx.command((tx) => requestReversal(tx, id, reason), { reason })),
  ),
];

async function withReliance(ctx: RequestContext, view: ImportSubjects['completions']['view']) {
  const reliance = view.state === 'done' ? [...(await relianceOn(ctx.db, view.id))] : null;
  return { ...view, reliance };
}
