import { assignmentsContract } from '#shared/contract/assignments.ts';
import { ownAssignmentsContract as contract } from '#shared/contract/own-assignments.ts';
import { moduleFamilies } from '#server/domains/modules/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { learnerPage } from './assignment-view.ts';
import { chosenFamily, countOwn } from './own-assignments.queries.ts';

/** Handlers of the person's own list and its figures (LRN-01, LRN-03). */
export const ownAssignmentsRoutes = [
  bind(assignmentsContract.mine, async (ctx, { query: { family, ...query } }) => {
    const code = chosenFamily(family);
    const wanted = {
      ...query,
      onlyModules: true,
      family: code === undefined ? undefined : { code, families: await moduleFamilies(ctx.db) },
    } as const;
    const { views, total } = await learnerPage(ctx.services, ctx.db, ctx.reach, wanted);
    ctx.total(total, query);
    return views;
  }),
  bind(contract.counts, (ctx, { query }) => countOwn(ctx.db, ctx.actor.id, query)),
];
