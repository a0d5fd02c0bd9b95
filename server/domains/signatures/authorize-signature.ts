import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { PasskeyProofInput } from '#shared/contract/passkey-answers.ts';
import { fullName } from '#shared/domain/people/names.ts';
import {
  maskedEmail,
  waysToOpen,
  type ClosureCause,
  type SigningWay,
} from '#shared/domain/signatures/signing-identity.ts';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import {
  challengeError,
  heldMeans,
  judgeOwnCode,
  judgePasskey,
  openClosures,
  openSigning,
  signingMailbox,
  reauthenticate,
  reauthenticateAtProvider,
  spendCode,
  spendPasskey,
  type AttemptKeys,
  type CodeProof,
  type PasskeyUse,
} from '#server/domains/accounts/index.ts';
import { assertClocksAgree } from '#server/platform/clock/clock.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { requestHash } from '#server/domains/signatures/request-hash.ts';
import { readOwnSigner, type Signer } from '#server/domains/signatures/signer.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** The signer's proof for one signature (SIG-01). */
export interface SignatureInput {
  readonly password?: string | undefined;
  /** The confirmation that the person has just given at the provider, instead of the password. */
  readonly confirmation?: string | undefined;
  /** A passkey that was just used for exactly this request, instead of the password (AUTH-19). */
  readonly passkey?: PasskeyProofInput | undefined;
  /** Code of the authenticator, where one is enrolled (SIG-03). */
  readonly code?: string | undefined;
}

/** A means that the signer had before signing was closed, and the closures that it covers. */
interface SigningOpener {
  readonly by: 'authenticator' | 'provider' | 'passkey';
  readonly closures: readonly number[];
  /** The time at which signing was closed. A passkey must be older. */
  readonly since: Date;
}

/** Permission for exactly one signature, given because its signer has just proved who it is. */
export interface SigningAuthorization {
  readonly signerId: string;
  readonly printedName: string;
  readonly timeZone: string;
  readonly agreementId: number;
  readonly agreementVersion: number;
  readonly authMethod: 'password' | 'password_totp' | 'provider' | 'passkey';
  /** The attempt at the password, which counts as failed until the signature is stored; null if it was already credited. */
  readonly attempt: AttemptKeys | null;
  /** The authenticator's code, used up with the signature. */
  readonly codeProof: CodeProof | null;
  /** The passkey's answer, used up with the signature. */
  readonly passkeyUse: PasskeyUse | null;
  /** The event that opens signing with this signature, if it was closed (SIG-05). */
  readonly opening: SigningOpener | null;
  readonly sessionHash: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** Authorizations that are not used up, each with the transaction that uses it now: a rolled-back one may be run again. */
const open = new WeakMap<SigningAuthorization, CommandTransaction | null>();

/**
 * Verifies the identity of the signed-in person before the command that signs (SIG-01, SIG-03). No other command then waits for
 * the password hash, and a failed attempt stays in the trail although nothing else happens. Throws CLOCK_WRONG,
 * TEMPORARY_PASSWORD, SIGNING_CLOSED, SIGNATURE_AGREEMENT_REQUIRED, SIGNATURE_REFUSED (with the field below `path`),
 * TOO_MANY_ATTEMPTS, and PASSKEY_CHALLENGE with the options for the browser to sign by passkey; never 401.
 */
export async function authorizeSignature(
  ctx: RequestContext,
  input: SignatureInput,
  path = 'signature',
  known?: Signer | null,
): Promise<SigningAuthorization> {
  const { actor } = ctx;
  const facts = known ?? (await readOwnSigner(ctx));
  await assertClocksAgree(ctx.services.clock, facts.told);
  const byPassword = input.confirmation === undefined && input.passkey === undefined;
  // An administrator knows a temporary password. With any other, two people would have to conspire (P11-16).
  if (
    byPassword &&
    (actor.session.temporaryCredential || facts.mustChangePassword || facts.credentialId !== null)
  ) {
    throw new AppError('TEMPORARY_PASSWORD');
  }
  const opening = await findOpening(
    ctx,
    facts.closures,
    byPassword ? 'authenticator' : input.passkey ? 'passkey' : 'provider',
  );
  if (facts.agreementId === null) throw new AppError('SIGNATURE_AGREEMENT_REQUIRED');
  const proof = byPassword
    ? await proveByPassword(ctx, input, path, opening !== null, facts.passwordHash, known !== undefined)
    : input.passkey === undefined
      ? await proveAtProvider(ctx, input, path)
      : await proveByPasskey(ctx, input.passkey, path, opening);
  const authorization: SigningAuthorization = Object.freeze({
    signerId: actor.id,
    printedName: fullName(facts) || facts.email,
    timeZone: actor.timeZone,
    agreementId: facts.agreementId,
    agreementVersion: currentAgreement.version,
    ...proof,
    opening,
    sessionHash: actor.session.sid,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
  });
  open.set(authorization, null);
  return authorization;
}

/**
 * Returns null if signing is open, otherwise the proof in this signature that opens it (SIG-05). Throws SIGNING_CLOSED with the
 * remaining ways if none of the proofs opens it.
 */
async function findOpening(
  ctx: RequestContext,
  closures: Signer['closures'],
  by: SigningOpener['by'],
): Promise<SigningOpener | null> {
  const { actor, services } = ctx;
  if (closures.length === 0) return null;
  const { policy, smtp } = services.config;
  const causes = closures.map(({ cause }) => cause);
  const held = await heldMeans(ctx.db, actor.id, closures);
  const ways = waysToOpen({ policy, mailServer: smtp !== undefined, causes, held });
  if (ways.includes(by)) {
    const [first] = closures;
    return { by, closures: closures.map(({ id }) => id), since: first?.causedAt ?? new Date(0) };
  }
  throw await closedError(ctx, causes, ways);
}

async function closedError(
  ctx: RequestContext,
  causes: readonly ClosureCause[],
  ways: readonly SigningWay[],
): Promise<AppError> {
  const mailbox = ways.includes('mailbox') ? await signingMailbox(ctx.db, ctx.actor.id) : null;
  return new AppError('SIGNING_CLOSED', {
    extra: {
      causes: [...new Set(causes)],
      ways: [...ways],
      mailbox: mailbox === null ? null : maskedEmail(mailbox),
    },
  });
}

type Proof = Pick<SigningAuthorization, 'authMethod' | 'codeProof' | 'passkeyUse' | 'attempt'>;

async function proveByPassword(
  ctx: RequestContext,
  { password = '', code }: SignatureInput,
  path: string,
  opens: boolean,
  passwordHash: string | null,
  forgivenLater: boolean,
): Promise<Proof> {
  const { actor } = ctx;
  if (code !== undefined && !actor.twoFactorEnabled) throw refused(`${path}.code`, 'authenticator_none');
  // If more than the password is required, the attempt is credited before the rest is checked.
  const later = forgivenLater && code === undefined && !actor.twoFactorEnabled && !actor.hasPasskey;
  const proved = await reauthenticate(ctx, password, 'signature', {
    passwordHash,
    ...(later && { forgivenLater: true }),
  });
  if (!proved) throw refused(`${path}.password`, 'password_incorrect');
  const { attempt } = proved;
  // If there is no authenticator app, the passkey is the second factor, and it proves both at once.
  if (actor.hasPasskey && !actor.twoFactorEnabled && (opens || !actor.session.signedWithAllFactors))
    throw refused(`${path}.passkey`, 'passkey_to_sign');
  // The first signature of a session requires all factors, later ones the password (SIG-03, 21 CFR 11.200).
  if (code === undefined && actor.twoFactorEnabled && (opens || !actor.session.signedWithAllFactors))
    throw refused(`${path}.code`, 'authenticator_code_needed');
  if (code === undefined) return { authMethod: 'password', codeProof: null, passkeyUse: null, attempt };
  const codeProof = await judgeOwnCode(ctx, code, 'signature', false);
  if (codeProof === null) throw refused(`${path}.code`, codeRefused);
  return { authMethod: 'password_totp', codeProof, passkeyUse: null, attempt };
}

/**
 * Proves possession and the person in one step with a passkey. Its challenge is bound to the request: the record, the data about
 * it and the statement. The answer therefore cannot sign anything else (AUTH-19).
 */
async function proveByPasskey(
  ctx: RequestContext,
  passkey: PasskeyProofInput,
  path: string,
  opening: SigningOpener | null,
): Promise<Proof> {
  const { actor } = ctx;
  if (!actor.hasPasskey) throw refused(`${path}.passkey`, 'passkey_none');
  const purpose = ['signature', actor.id, actor.session.sid, requestHash(ctx.request, path)] as const;
  if (passkey === 'challenge') throw await challengeError(ctx, purpose, actor.id);
  const use = await judgePasskey(ctx, passkey, {
    purpose,
    userId: actor.id,
    action: 'account.reauthenticationFailed',
  });
  if (!use || (opening && use.passkey.createdAt >= opening.since))
    throw refused(`${path}.passkey`, passkeyRefused);
  return { authMethod: 'passkey', codeProof: null, passkeyUse: use, attempt: null };
}

/** A person who signs in with a provider gives the factors of the provider there (SIG-01). */
async function proveAtProvider(
  ctx: RequestContext,
  { confirmation = '' }: SignatureInput,
  path: string,
): Promise<Proof> {
  if (await reauthenticateAtProvider(ctx, confirmation, 'signature')) {
    return { authMethod: 'provider', codeProof: null, passkeyUse: null, attempt: null };
  }
  throw refused(`${path}.confirmation`, 'confirm_at_provider');
}

const codeRefused = 'code_refused';
const passkeyRefused = 'passkey_not_accepted';

/**
 * Uses up an authorization with this command, and its code; throws if it was used before or not given by {@link
 * authorizeSignature}, SIGNATURE_REFUSED if the code was used in the meantime.
 */
export async function spendAuthorization(
  tx: CommandTransaction,
  authorization: SigningAuthorization,
  closures?: Signer['closures'],
): Promise<void> {
  if (!open.has(authorization) || open.get(authorization) === tx) {
    throw new Error('every signature needs an authorization of its own');
  }
  open.set(authorization, tx);
  tx.afterCommit(() => {
    open.delete(authorization);
  });
  await requireOpen(tx, authorization, closures ?? (await openClosures(tx.db, authorization.signerId)));
  const { codeProof, passkeyUse, sessionHash } = authorization;
  if (codeProof === null && passkeyUse === null) return;
  if (codeProof && !(await spendCode(tx, codeProof))) throw refused('signature.code', codeRefused);
  if (passkeyUse && !(await spendPasskey(tx, passkeyUse))) throw refused('signature.passkey', passkeyRefused);
  await sql`update sessions set sess = sess || '{"signedWithAllFactors": true}' where sid = ${sessionHash}`.execute(
    tx.db,
  );
}

/**
 * Requires that the state of signing has not changed since it was read; a change by another person refuses the signature. The
 * proof opens the closures for which it was given.
 */
async function requireOpen(
  tx: CommandTransaction,
  { signerId, opening, sessionHash }: SigningAuthorization,
  closures: Signer['closures'],
): Promise<void> {
  if (closures.some(({ id }) => !(opening?.closures ?? []).includes(id)))
    throw new AppError('SIGNING_CLOSED');
  if (opening && closures.length > 0) await openSigning(tx, signerId, { ...opening, keptSid: sessionHash });
}

function refused(path: string, reason: PlainReason): AppError {
  return new AppError('SIGNATURE_REFUSED', { errors: [{ path, reason }] });
}
