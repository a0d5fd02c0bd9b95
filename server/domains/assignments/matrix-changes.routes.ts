import { matrixChangesContract as contract } from '#shared/contract/matrix-changes.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { expectedRevision, refuseStale } from '#server/platform/http/if-match.ts';
import { changeEntry } from './commands/change-entry.ts';
import { changeMatrix } from './commands/change-matrix.ts';
import { removeEntry } from './commands/remove-entry.ts';
import { removeMatrix } from './commands/remove-matrix.ts';
import { removeMember } from './commands/remove-member.ts';

/** Runs a change, or rehearses it where only its effect is asked for. */
async function run<T>(
  ctx: RequestContext,
  preview: boolean | undefined,
  work: (tx: CommandTransaction) => Promise<T>,
): Promise<T & { readonly preview: boolean }> {
  const answer = preview ? await ctx.rehearse(work) : await ctx.command(work);
  return { ...answer, preview: preview === true };
}

/** Handlers of the calls that change a matrix, each with what it does to the trainings of people (MTX-02, MTX-06). */
export const matrixChangesRoutes = [
  bind(contract.change, async (ctx, { params, body }) => {
    const { preview, effectHash, ...change } = body;
    const expected = expectedRevision(ctx);
    return run(ctx, preview, (tx) =>
      changeMatrix(tx, params.matrixId, change, effectHash, (current) =>
        refuseStale(expected, current, () => ({ current, submitted: change })),
      ),
    );
  }),
  bind(contract.remove, async (ctx, { params, query }) =>
    run(ctx, query.preview, (tx) => removeMatrix(tx, params.matrixId, query.effectHash)),
  ),
  bind(contract.changeEntry, async (ctx, { params, body }) => {
    const { preview, effectHash, ...change } = body;
    const expected = expectedRevision(ctx);
    return run(ctx, preview, (tx) =>
      changeEntry(tx, params.matrixId, change, effectHash, (current) =>
        refuseStale(expected, current, () => ({ current, submitted: change })),
      ),
    );
  }),
  bind(contract.removeEntry, async (ctx, { params, query }) =>
    run(ctx, query.preview, (tx) => removeEntry(tx, params.matrixId, query.effectHash)),
  ),
  bind(contract.removeMember, async (ctx, { params, query }) =>
    run(ctx, query.preview, (tx) => removeMember(tx, params.matrixId, params.userId, query.effectHash)),
  ),
];
