import { matrixChangesContract as contract } from '#shared/contract/matrix-changes.ts';
import { findEntry, findMatrix } from '#server/domains/curricula/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { expectedRevision, refuseStale } from '#server/platform/http/if-match.ts';
import { changeEntry } from './commands/change-entry.ts';
import { changeMatrix } from './commands/change-matrix.ts';
import { removeEntry } from './commands/remove-entry.ts';
import { removeMatrix } from './commands/remove-matrix.ts';
import { removeMember } from './commands/remove-member.ts';

/** Runs a change of a matrix, or rehearses it where only its effect is requested. NOT_FOUND. */
async function run<T>(
  ctx: RequestContext,
  matrixId: number,
  preview: boolean | undefined,
  work: (tx: CommandTransaction) => Promise<T>,
): Promise<T & { readonly preview: boolean }> {
  if (preview) return { ...(await ctx.rehearse(work)), preview };
  const { organizationId } = await findMatrix(ctx.db, { matrixId });
  return { ...(await ctx.command(work, { organizationId })), preview: false };
}

/** Returns the same for an entry, by its id. */
async function runOnEntry<T>(
  ctx: RequestContext,
  entryId: number,
  preview: boolean | undefined,
  work: (tx: CommandTransaction) => Promise<T>,
): Promise<T & { readonly preview: boolean }> {
  return run(ctx, (await findEntry(ctx.db, entryId)).matrixId, preview, work);
}

/** Handlers of the calls that change a matrix, each with its effect on people's trainings (MTX-02, MTX-06). */
export const matrixChangesRoutes = [
  bind(contract.change, async (ctx, { params, body }) => {
    const { preview, effectHash, ...change } = body;
    const expected = expectedRevision(ctx);
    return run(ctx, params.matrixId, preview, (tx) =>
      changeMatrix(tx, params.matrixId, change, effectHash, (current) =>
        refuseStale(expected, current, () => ({ current, submitted: change })),
      ),
    );
  }),
  bind(contract.remove, async (ctx, { params, query }) =>
    run(ctx, params.matrixId, query.preview, (tx) => removeMatrix(tx, params.matrixId, query.effectHash)),
  ),
  bind(contract.changeEntry, async (ctx, { params, body }) => {
    const { preview, effectHash, ...change } = body;
    const expected = expectedRevision(ctx);
    return runOnEntry(ctx, params.matrixId, preview, (tx) =>
      changeEntry(tx, params.matrixId, change, effectHash, (current) =>
        refuseStale(expected, current, () => ({ current, submitted: change })),
      ),
    );
  }),
  bind(contract.removeEntry, async (ctx, { params, query }) =>
    runOnEntry(ctx, params.matrixId, query.preview, (tx) =>
      removeEntry(tx, params.matrixId, query.effectHash),
    ),
  ),
  bind(contract.removeMember, async (ctx, { params, query }) =>
    run(ctx, params.matrixId, query.preview, (tx) =>
      removeMember(tx, params.matrixId, params.userId, query.effectHash),
    ),
  ),
];
