import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { signingIdentityContract as contract } from '#shared/contract/signing-identity.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { countSigningCode } from '#server/domains/accounts/index.ts';
import { authorizeSignature } from '#server/domains/signatures/index.ts';
import type { DB } from '#server/db/db.d.ts';
import { withinReach } from '#server/platform/access/within-reach.ts';
import { bind } from '#server/platform/http/bind.ts';
import { confirmIdentity } from './commands/confirm-identity.ts';
import { closuresOf, confirmerRefusal } from './signing-state.queries.ts';

/** NOT_FOUND for nobody, an erased person, and one out of reach. */
async function requireReached(db: Kysely<DB>, reach: Reach, userId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from users u where u.id = ${userId} and u.erased_at is null
      and ${withinReach(reach, sql<string>`u.id`, sql<number | null>`u.organization_id`)}`.execute(db);
  if (rows.length === 0) throw new AppError('NOT_FOUND');
}

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
