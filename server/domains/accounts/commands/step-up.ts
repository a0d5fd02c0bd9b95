import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { PasskeyProofInput } from '#shared/contract/passkey-answers.ts';
import { STEP_UP_MINUTES } from '#shared/domain/access/step-up.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import { reauthenticateAtProvider } from '#server/domains/accounts/external/confirm-at-provider.ts';
import {
  challengeError,
  judgePasskey,
  spendPasskey,
  passkeyRefused,
} from '#server/domains/accounts/passkeys/judge-passkey.ts';
import { reauthenticate } from '#server/domains/accounts/reauthenticate.ts';
import { judgeOwnCode, spendCode, codeRefused } from '#server/domains/accounts/two-factor/judge-code.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** The renewed proof of identity. */
export interface StepUpForm {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly confirmation?: string | undefined;
  readonly passkey?: PasskeyProofInput | undefined;
}

const purpose = 'step-up';

/**
 * Verifies the identity of the person of a session again (AUTH-19) and permits critical changes of accounts for some minutes. The
 * proof is all factors, a passkey, or the provider that opened the session. Throws CURRENT_PASSWORD_WRONG at `password`,
 * CODE_REFUSED at `code` or `passkey`, PASSKEY_CHALLENGE with the options for the browser, TOO_MANY_ATTEMPTS; never 401.
 */
export async function stepUp(ctx: RequestContext, form: StepUpForm): Promise<{ until: Date }> {
  const use = form.passkey === undefined ? null : await byPasskey(ctx, form.passkey);
  const proof =
    form.confirmation === undefined && form.passkey === undefined ? await byPassword(ctx, form) : null;
  if (form.confirmation !== undefined && !(await reauthenticateAtProvider(ctx, form.confirmation, purpose)))
    throw refused('confirmation', 'confirm_at_provider');
  return ctx.command(async (tx) => {
    if (proof !== null && !(await spendCode(tx, proof))) throw codeRefused();
    if (use !== null && !(await spendPasskey(tx, use))) throw passkeyRefused();
    const { rows } = await sql<{ until: Date }>`
      update sessions set strong_auth_at = app_now() where sid = ${ctx.actor.session.sid}
      returning strong_auth_at + make_interval(mins => ${STEP_UP_MINUTES}) as until`.execute(tx.db);
    const [row] = rows;
    if (!row) throw new AppError('UNAUTHENTICATED');
    return { until: row.until };
  });
}

async function byPasskey(ctx: RequestContext, passkey: PasskeyProofInput) {
  const { actor } = ctx;
  const bound = ['step-up', actor.id, actor.session.sid] as const;
  if (!actor.hasPasskey) throw passkeyRefused();
  if (passkey === 'challenge') throw await challengeError(ctx, bound, actor.id);
  const use = await judgePasskey(ctx, passkey, {
    purpose: bound,
    userId: actor.id,
    action: 'account.reauthenticationFailed',
  });
  if (!use) throw passkeyRefused();
  return use;
}

async function byPassword(ctx: RequestContext, { password = '', code }: StepUpForm) {
  if (!(await reauthenticate(ctx, password, purpose))) throw refused('password', 'password_incorrect');
  if (!ctx.actor.twoFactorEnabled && !ctx.actor.hasPasskey) return null;
  const proof = code === undefined ? null : await judgeOwnCode(ctx, code, purpose, true);
  if (proof === null) throw codeRefused();
  return proof;
}

const refused = (path: string, reason: PlainReason) =>
  new AppError('CURRENT_PASSWORD_WRONG', { errors: [{ path, reason }] });
