import { AppError } from '#shared/contract/errors.ts';
import type { PasskeyAnswer } from '#shared/contract/passkey-answers.ts';
import { reportCopiedPasskey } from '#server/domains/accounts/passkeys/copied-passkey.ts';
import {
  claimChallenge,
  findPasskey,
  isClaimed,
  isGenuinePasskey,
  recordUse,
  passkeysOf,
  type StoredPasskey,
} from '#server/domains/accounts/passkeys/passkeys.store.ts';
import {
  CHALLENGE_LIFETIME,
  challengeEnd,
  hashOf,
  newChallenge,
  relyingParty,
  userHandleOf,
  webAuthn,
  type ChallengePurpose,
} from '#server/domains/accounts/passkeys/relying-party.ts';
import { recordRefusal, type Refusal } from '#server/domains/accounts/refusals.ts';
import { attemptKeys } from '#server/domains/accounts/throttle.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** A passkey that was just used with user verification, and whose answer is not used up yet: its command does that, once. */
export interface PasskeyUse {
  readonly passkey: StoredPasskey;
  readonly counter: number;
  readonly backedUp: boolean;
  readonly challengeHash: string;
  readonly challengeEnd: Date;
}

/** The person and purpose for which an answer is judged. */
export interface PasskeySubject {
  readonly purpose: ChallengePurpose;
  /** The required owner of the passkey; null if signing in finds that out. */
  readonly userId: string | null;
  readonly action: Refusal['action'];
}

/** Returns the options for the browser: with the passkeys of one person, or without a list, so that the browser offers every passkey of this site. */
export async function passkeyOptions(ctx: RequestContext, purpose: ChallengePurpose, userId: string | null) {
  const known = userId === null ? [] : await passkeysOf(ctx.db, userId);
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: relyingParty(ctx.services).id,
    challenge: newChallenge(ctx.services, purpose),
    userVerification: 'required',
    timeout: CHALLENGE_LIFETIME,
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
}

/** Returns the answer to a call with `challenge` in place of a proof: the call is sent again with the browser's response to the options. */
export async function challengeError(
  ctx: RequestContext,
  purpose: ChallengePurpose,
  userId: string,
): Promise<AppError> {
  return new AppError('PASSKEY_CHALLENGE', {
    extra: { options: await passkeyOptions(ctx, purpose, userId) },
  });
}

/**
 * Checks the answer of a browser (AUTH-19): signature, origin, relying party, user verification, challenge and person. Returns
 * null for a wrong answer and records it in the trail. A counter that did not increase means that a copy of the passkey exists,
 * so the passkey is revoked at once. The use counts only after {@link spendPasskey}.
 */
export async function judgePasskey(
  ctx: RequestContext,
  answer: PasskeyAnswer,
  { purpose, userId, action }: PasskeySubject,
): Promise<PasskeyUse | null> {
  const { services } = ctx;
  const passkey = await findPasskey(ctx.db, answer.id);
  const judged = await judge(ctx, answer, passkey, purpose, userId);
  if (typeof judged !== 'string') return judged;
  const owner = await ownerOf(ctx, passkey?.userId ?? userId);
  await recordRefusal(ctx, {
    action,
    userId: owner?.id ?? null,
    organizationId: owner?.organizationId ?? null,
    cause: judged,
    purpose: `passkey, ${purpose[0]}`,
    accountKey: owner ? attemptKeys(services.config, owner.email, ctx.ip, 'code').account : null,
  });
  if (judged === copied && passkey) await reportCopiedPasskey(ctx, passkey);
  return null;
}

const copied = 'passkey copied';

async function judge(
  ctx: RequestContext,
  answer: PasskeyAnswer,
  passkey: StoredPasskey | null,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<PasskeyUse | string> {
  const { services } = ctx;
  if (!passkey) return 'unknown passkey';
  if (!isGenuinePasskey(services.config, passkey)) return 'passkey changed in the database';
  if (passkey.revokedAt !== null) return 'revoked passkey';
  if (userId !== null && passkey.userId !== userId) return "another person's passkey";
  const { userHandle } = answer.response;
  if (typeof userHandle === 'string' && userHandle !== userHandleOf(passkey.userId).toString('base64url'))
    return "another person's passkey";
  const challenge = challengeOf(answer.response.clientDataJSON);
  const end = challenge === null ? null : challengeEnd(services, purpose, challenge);
  if (challenge === null || end === null) return 'wrong or old challenge';
  if (await isClaimed(ctx.db, hashOf(challenge))) return 'used challenge';
  const checked = await check(ctx, answer, passkey, challenge);
  if (checked === null) return 'wrong passkey answer';
  // Authenticators without a counter always report 0.
  if ((checked.newCounter > 0 || passkey.counter > 0) && checked.newCounter <= passkey.counter) return copied;
  return {
    passkey,
    counter: checked.newCounter,
    backedUp: checked.credentialBackedUp,
    challengeHash: hashOf(challenge),
    challengeEnd: end,
  };
}

/** Strangers may send anything: the library throws for most of it, and that is an ordinary refusal. */
async function check(
  ctx: RequestContext,
  { id, rawId, type, response }: PasskeyAnswer,
  passkey: StoredPasskey,
  challenge: string,
) {
  const party = relyingParty(ctx.services);
  try {
    const { clientDataJSON, authenticatorData, signature } = response;
    const { verifyAuthenticationResponse } = await webAuthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        // Compared above, where a copied passkey differs from a wrong answer.
        counter: 0,
      },
    });
    return verified && authenticationInfo.userVerified ? authenticationInfo : null;
  } catch {
    return null;
  }
}

/**
 * Returns the challenge that a browser claims to have answered; null for anything that no browser sends, and for a page inside
 * another site's.
 */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return null;
    if ('crossOrigin' in data && data.crossOrigin === true) return null;
    return typeof data.challenge === 'string' ? data.challenge : null;
  } catch {
    return null;
  }
}

async function ownerOf(ctx: RequestContext, userId: string | null) {
  if (userId === null) return null;
  const found = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'organizationId'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Uses an answer up in the command that needed it; false when another request was faster, or the passkey was revoked in the
 * meantime.
 */
export async function spendPasskey(tx: CommandTransaction, use: PasskeyUse): Promise<boolean> {
  return (
    (await claimChallenge(tx.db, use.challengeHash, use.challengeEnd)) && recordUse(tx, use.passkey, use)
  );
}

/** Returns the refusal of a passkey within a session, at its field: never 401, which would end the session (AUTH-12). */
export function passkeyRefused(path = 'passkey'): AppError {
  const reason = 'passkey_not_accepted';
  return new AppError('CODE_REFUSED', { errors: [{ path, reason }] });
}
