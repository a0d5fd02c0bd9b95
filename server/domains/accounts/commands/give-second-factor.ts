import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { PasskeyProofInput } from '#shared/contract/passkey-answers.ts';
import {
  challengeError,
  judgePasskey,
  spendPasskey,
  passkeyRefused,
} from '#server/domains/accounts/passkeys/judge-passkey.ts';
import { judgeOwnCode, spendCode, codeRefused } from '#server/domains/accounts/two-factor/judge-code.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** One of the two ways to give a second factor. */
interface Given {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyProofInput | undefined;
}

/**
 * Records the second factor that a role or grant requires when the provider that opened the session did not request one (AUTH-19).
 * Throws CONFLICT if none is missing, CODE_REFUSED, PASSKEY_CHALLENGE with the options for the browser, TOO_MANY_ATTEMPTS; never
 * 401.
 */
export async function giveSecondFactor(ctx: RequestContext, { code, passkey }: Given): Promise<void> {
  const { actor } = ctx;
  if (!actor.mustGiveTwoFactor) throw new AppError('CONFLICT', { reason: 'session_needs_no_factor' });
  const spend = passkey === undefined ? await byCode(ctx, code ?? '') : await byPasskey(ctx, passkey);
  await ctx.command(async (tx) => {
    await spend(tx);
    await sql`update sessions set sess = sess || '{"twoFactors": true}' where sid = ${actor.session.sid}`.execute(
      tx.db,
    );
  });
}

async function byCode(ctx: RequestContext, code: string) {
  const proof = await judgeOwnCode(ctx, code, 'second factor', true);
  if (proof === null) throw codeRefused();
  return async (tx: CommandTransaction): Promise<void> => {
    if (!(await spendCode(tx, proof))) throw codeRefused();
  };
}

async function byPasskey(ctx: RequestContext, passkey: PasskeyProofInput) {
  const { actor } = ctx;
  const purpose = ['second-factor', actor.id, actor.session.sid] as const;
  if (!actor.hasPasskey) throw passkeyRefused();
  if (passkey === 'challenge') throw await challengeError(ctx, purpose, actor.id);
  const use = await judgePasskey(ctx, passkey, {
    purpose,
    userId: actor.id,
    action: 'account.reauthenticationFailed',
  });
  if (!use) throw passkeyRefused();
  return async (tx: CommandTransaction): Promise<void> => {
    if (!(await spendPasskey(tx, use))) throw passkeyRefused();
  };
}
