import type { Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { namesContract as contract } from '#shared/contract/names.ts';
import { profileView } from '#shared/contract/people-schemas.ts';
import type { DB } from '#server/db/db.d.ts';
import { requireReason } from '#server/domains/accounts/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { sendRevision } from '#server/platform/http/if-match.ts';
import { approveName } from './commands/approve-name.ts';
import { changeName } from './commands/change-name.ts';
import { declineName } from './commands/decline-name.ts';
import { withdrawNameRequest } from './commands/withdraw-name-request.ts';
import { listNameRequests } from './names.queries.ts';
import { findProfile } from './people.queries.ts';

async function ownProfile(db: Kysely<DB>, userId: string) {
  const found = await findProfile(db, userId);
  if (!found) throw new AppError('NOT_FOUND');
  return profileView.parse(found);
}

/** Handlers of the names that signatures print (AUTH-16). */
export const namesRoutes = [
  bind(contract.requests, async (ctx, { query }) => {
    const { rows, total } = await listNameRequests(ctx.db, ctx.reach, ctx.actor.id, query);
    ctx.total(total, query);
    return rows;
  }),
  bind(contract.approve, async (ctx, { params, body }) => {
    const { reason } = body;
    return ctx.command(
      async (tx) => {
        const answer = await approveName(tx, ctx.reach, params.id, reason);
        requireReason(ctx.services.config.policy, reason);
        return answer;
      },
      { reason },
    );
  }),
  bind(contract.decline, async (ctx, { params, body }) =>
    ctx.command((tx) => declineName(tx, ctx.reach, params.id, body.reason), { reason: body.reason }),
  ),
  bind(contract.change, async (ctx, { params, body }) => {
    const { reason, ...name } = body;
    return ctx.command(
      (tx) =>
        changeName(tx, ctx.reach, params.userId, name, (changes) =>
          requireReason(ctx.services.config.policy, reason, changes),
        ),
      { reason },
    );
  }),
  bind(contract.withdraw, async (ctx) => {
    const { id } = ctx.actor;
    const profile = await ctx.command(async (tx) => {
      await withdrawNameRequest(tx, id);
      return ownProfile(tx.db, id);
    });
    sendRevision(ctx, profile.revision);
    return profile;
  }),
];
