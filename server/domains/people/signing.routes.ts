import { signingIdentityContract as contract } from '#shared/contract/signing-identity.ts';
import { countSigningCode } from '#server/domains/accounts/index.ts';
import { authorizeSignature } from '#server/domains/signatures/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import { confirmIdentity } from './commands/confirm-identity.ts';
import { closuresOf, confirmerRefusal, requireReached } from './signing-state.queries.ts';

/** Handlers for those who confirm who a person is (SIG-05). */
export const signingRoutes = [
  bind(contract.ofPerson, async (ctx, { params: { userId } }) => {
    await requireReached(ctx.db, ctx.reach, userId);
    const closures = await closuresOf(ctx.db, userId);
    const open = closures.every(({ openedAt }) => openedAt !== null);
    const refusal = open ? null : await confirmerRefusal(ctx.db, ctx.actor.id, userId);
    const statement = open || refusal !== null ? null : ('identity_confirmed' as const);
    return { open, closures, refusal, statement };
  }),
  bind(contract.confirm, async (ctx, { params: { userId }, body }) => {
    await requireReached(ctx.db, ctx.reach, userId);
    await countSigningCode(ctx.db, ctx.services.config, userId);
    const { shownCode, reason, signature } = body;
    const { meaning } = signature;
    const authorization = await authorizeSignature(ctx, signature);
    const made = await ctx.command(
      (tx) => confirmIdentity(tx, userId, authorization, { shownCode, reason, meaning }),
      { reason },
    );
    return { printedName: made.printedName, signedAt: made.signedAt, timeZone: made.timeZone, meaning };
  }),
];
