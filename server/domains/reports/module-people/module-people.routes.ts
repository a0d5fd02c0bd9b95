import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { modulePeopleContract as contract } from '#shared/contract/module-people.ts';
import { resolveReach } from '#shared/domain/access/permissions.ts';
import { bind } from '#server/platform/http/bind.ts';
import { listLateCompletions } from './late-completions.queries.ts';
import { countModulePeople, listModulePeople, matricesWith, visibleModule } from './module-people.queries.ts';
import { listModuleTable } from './module-table.queries.ts';

/** Binds the page of a module's people (MTX-09), and the library as a table with their figures (MOD-01). */
export const modulePeopleRoutes = [
  bind(moduleLibraryContract.table, async (ctx, { query }) => {
    const { items, total } = await listModuleTable(ctx.db, query);
    ctx.total(total, query);
    return [...items];
  }),
  bind(contract.list, async (ctx, { params, query }) => {
    const { limit, offset, sort, ...filters } = query;
    await visibleModule(ctx.db, ctx.reach, params.id);
    const scope = { ...filters, reach: ctx.reach, moduleId: params.id };
    const { rows, total } = await listModulePeople(ctx.db, scope, { limit, offset, sort });
    ctx.total(total, query);
    return [...rows];
  }),
  bind(contract.lateCompletions, async (ctx, { params, query }) => {
    await visibleModule(ctx.db, ctx.reach, params.id);
    return listLateCompletions(ctx.db, ctx.reach, { moduleId: params.id, ...query });
  }),
  bind(contract.figures, async (ctx, { params, query }) => {
    const module = await visibleModule(ctx.db, ctx.reach, params.id);
    const [counts, matrices] = await Promise.all([
      countModulePeople(ctx.db, { ...query, reach: ctx.reach, moduleId: params.id }),
      matricesWith(ctx.db, resolveReach(ctx.actor, 'matrices.view'), params.id),
    ]);
    return { module, ...counts, matrices };
  }),
];
