import { absencesContract as contract } from '#shared/contract/absences.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { resolveReach } from '#shared/domain/access/permissions.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { requireShown } from '../bulk-effect.ts';
import { findAbsences } from './absences.queries.ts';
import {
  changeAbsence,
  endAbsence,
  recordAbsence,
  voidAbsence,
  type ChangedAbsence,
} from './commands/change-absences.ts';

/** Handlers of absences (USR-10). */
export const absencesRoutes = [
  bind(contract.list, async (ctx, { params }) => {
    const found = await findAbsences(ctx.db, readerOf(ctx), params.userId);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }),
  bind(contract.record, async (ctx, { params, body }) =>
    shownOrDone(ctx, body, (tx) => recordAbsence(tx, ctx.reach, params.userId, body)),
  ),
  bind(contract.change, async (ctx, { params, body }) =>
    shownOrDone(ctx, body, (tx) => changeAbsence(tx, ctx.reach, params.id, body)),
  ),
  bind(contract.end, async (ctx, { params, body }) =>
    shownOrDone(ctx, body, (tx) => endAbsence(tx, ctx.reach, params.id, body.lastDay)),
  ),
  bind(contract.void, async (ctx, { params, body }) =>
    shownOrDone(ctx, body, (tx) => voidAbsence(tx, ctx.reach, params.id)),
  ),
];

const readerOf = (ctx: RequestContext) => ({
  reach: ctx.reach,
  records: resolveReach(ctx.actor, 'people.absences'),
  id: ctx.actor.id,
});

interface Wanted {
  readonly preview: boolean;
  readonly effectHash?: string | undefined;
  readonly reason?: string | undefined;
}

/** Returns the effect of a command, which a preview runs and undoes; otherwise it must be the one that was shown (MTX-06). */
async function shownOrDone(
  ctx: RequestContext,
  { preview, effectHash, reason }: Wanted,
  work: (tx: CommandTransaction) => Promise<ChangedAbsence>,
): Promise<ResponseInput<typeof contract.record>> {
  if (preview) {
    const { effect, effectHash: hash } = await ctx.rehearse(work);
    return { preview, effect, effectHash: hash, absence: null };
  }
  return ctx.command(
    async (tx) => {
      const { userId, absenceId, effect, effectHash: hash } = await work(tx);
      requireShown({ effect, effectHash: hash }, effectHash);
      const found = await findAbsences(tx.db, { ...readerOf(ctx), reach: ctx.reach }, userId);
      const absence = found?.absences.find(({ id }) => id === absenceId) ?? null;
      return { preview, effect, effectHash: hash, absence };
    },
    { reason },
  );
}
