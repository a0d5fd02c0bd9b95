import { AppError } from '#shared/contract/errors.ts';
import type { PasskeyAttestation } from '#shared/contract/passkey-answers.ts';
import { needsTwoFactor } from '#shared/domain/passwords/policy.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { challengeOf } from '#server/domains/accounts/passkeys/judge-passkey.ts';
import { passkeyAddedMail, passkeyRevokedMail } from '#server/domains/accounts/passkeys/passkeys.mails.ts';
import {
  claimChallenge,
  insertPasskey,
  passkeysOf,
} from '#server/domains/accounts/passkeys/passkeys.store.ts';
import {
  CHALLENGE_LIFETIME,
  challengeEnd,
  hashOf,
  newChallenge,
  offersPasskeys,
  relyingParty,
  userHandleOf,
  webAuthn,
  type ChallengePurpose,
} from '#server/domains/accounts/passkeys/relying-party.ts';
import { revokePasskeys } from '#server/domains/accounts/passkeys/revoke-passkeys.ts';
import {
  resetSigningFactors,
  hasUnusedRecoveryCodes,
  replaceRecoveryCodes,
} from '#server/domains/accounts/two-factor/authenticators.store.ts';
import { createStopLink } from '#server/domains/accounts/stop-links.ts';
import { requireLongerPassword } from '#server/domains/accounts/two-factor/remove-second-factor.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';

/** The algorithms that browsers and authenticators share: ES256, RS256, Ed25519. */
const algorithms = [-7, -257, -8];
/** More than any person needs, and few enough to look through. */
const MOST = 20;

const purposeOf = ({ actor }: RequestContext): ChallengePurpose => ['register', actor.id, actor.session.sid];

/**
 * Returns whether the person may add a passkey. The address must be one for which browsers support passkeys. The person needs a
 * password of their own, or signs in at a provider and needs a second factor; without a password, the passkey alone never signs
 * in.
 */
export async function canAddPasskey(ctx: RequestContext): Promise<boolean> {
  if (!offersPasskeys(ctx.services)) return false;
  if (ctx.actor.session.authMethod === 'provider')
    return needsTwoFactor(ctx.services.config.policy, ctx.actor);
  const { passwordHash } = await ctx.db
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', ctx.actor.id)
    .executeTakeFirstOrThrow();
  return passwordHash !== null;
}

async function requireMayAdd(ctx: RequestContext): Promise<void> {
  // An administrator knows this password and could add the passkey.
  if (ctx.actor.session.temporaryCredential)
    throw new AppError('TEMPORARY_PASSWORD', { reason: 'own_password_first' });
  if (!(await canAddPasskey(ctx))) throw new AppError('CONFLICT', { reason: 'passkeys_unavailable' });
}

/**
 * Returns the options with which the browser creates a passkey (AUTH-19). They exclude authenticators that already contain a
 * passkey of this person.
 */
export async function passkeyCreationOptions(ctx: RequestContext) {
  await requireMayAdd(ctx);
  const { actor, services } = ctx;
  const party = relyingParty(services);
  const known = await passkeysOf(ctx.db, actor.id);
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new Uint8Array(userHandleOf(actor.id)),
    userName: actor.email,
    userDisplayName: fullName(actor) || actor.email,
    challenge: newChallenge(services, purposeOf(ctx)),
    timeout: CHALLENGE_LIFETIME,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
}

/**
 * Adds a passkey of the signed-in person (AUTH-19), and emails them a link that stops it. The first second factor comes with ten
 * recovery codes. They are shown only once and are not in the command's answer, because that is stored for a repeated request.
 * Throws CODE_REFUSED, DUPLICATE, CONFLICT, TEMPORARY_PASSWORD.
 */
export async function registerPasskey(
  ctx: RequestContext,
  { name, response }: { readonly name: string; readonly response: PasskeyAttestation },
): Promise<{ id: number; recoveryCodes: string[] | null }> {
  await requireMayAdd(ctx);
  const { actor } = ctx;
  const made = await checkCreation(ctx, response);
  let shown: readonly string[] | null = null;
  const id = await ctx.command(async (tx) => {
    await tx.db.selectFrom('users').select('id').where('id', '=', actor.id).forUpdate().execute();
    if (!(await claimChallenge(tx.db, made.challengeHash, made.challengeEnd))) throw refused();
    if ((await passkeysOf(tx.db, actor.id)).length >= MOST)
      throw new AppError('CONFLICT', { reason: 'passkeys_too_many' });
    // Created before the passkey: the link removes everything that was added after the link.
    const stop = await createStopLink(tx, actor.id);
    const added = await insertPasskey(tx, { ...made.passkey, userId: actor.id, name });
    if (added === null) throw new AppError('DUPLICATE', { reason: 'passkey_known' });
    await resetSigningFactors(tx, actor.id);
    if (!actor.twoFactorEnabled && !(await hasUnusedRecoveryCodes(tx.db, actor.id)))
      shown = await replaceRecoveryCodes(tx, actor.id);
    await queueMail(tx, {
      template: passkeyAddedMail,
      to: stop.mailbox,
      userId: actor.id,
      language: actor.language,
      payload: { name },
      secret: stop.secret,
      cause: `account.passkeyAdded users ${actor.id}`,
    });
    return added;
  });
  return { id, recoveryCodes: shown === null ? null : [...(shown as readonly string[])] };
}

async function checkCreation(ctx: RequestContext, { id, rawId, type, response }: PasskeyAttestation) {
  const { services } = ctx;
  const party = relyingParty(services);
  const challenge = challengeOf(response.clientDataJSON);
  const end = challenge === null ? null : challengeEnd(services, purposeOf(ctx), challenge);
  if (challenge === null || end === null) throw refused();
  const { clientDataJSON, attestationObject } = response;
  const { verifyRegistrationResponse } = await webAuthn();
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!verified?.verified) throw refused();
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  return {
    challengeHash: hashOf(challenge),
    challengeEnd: end,
    passkey: {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: (response.transports ?? []).filter((one) => /^[a-z-]+$/.test(one)),
      backupEligible: credentialDeviceType === 'multiDevice',
      backedUp: credentialBackedUp,
    },
  };
}

/** Renames a passkey of the signed-in person; NOT_FOUND for any other. */
export async function renamePasskey(ctx: RequestContext, id: number, name: string): Promise<void> {
  await ctx.command(async (tx) => {
    const renamed = await tx.db
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('userId', '=', ctx.actor.id)
      .where('revokedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!renamed) throw new AppError('NOT_FOUND');
  });
}

/**
 * Revokes a passkey of the signed-in person, who gets an email: the passkey no longer signs in, and the other sessions that it
 * opened end. In the regulated profile the next sign-in requires a new password if no passkey is left: the old one may be too short
 * without a second factor. NOT_FOUND for any other.
 */
export async function revokePasskey(ctx: RequestContext, id: number): Promise<void> {
  const { actor, services } = ctx;
  await ctx.command(async (tx) => {
    await tx.db.selectFrom('users').select('id').where('id', '=', actor.id).forUpdate().execute();
    const [revoked] = await revokePasskeys(tx, actor.id, 'person', { id, keptSid: actor.session.sid });
    if (!revoked) throw new AppError('NOT_FOUND');
    if (!actor.twoFactorEnabled && (await passkeysOf(tx.db, actor.id)).length === 0)
      await requireLongerPassword(tx, services.config.policy, actor.id);
    await queueMail(tx, {
      template: passkeyRevokedMail,
      to: actor.email,
      userId: actor.id,
      language: actor.language,
      payload: { name: revoked.name },
      cause: `account.passkeyRevoked users ${actor.id}`,
    });
  });
}

/** Within a session a refusal is never 401, which would end it (AUTH-12). */
const refused = () => new AppError('CODE_REFUSED', { reason: 'passkey_not_added' });
