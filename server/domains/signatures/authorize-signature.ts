import { sql } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import {
  judgeOwnCode,
  reauthenticate,
  reauthenticateAtProvider,
  spendCode,
  type CodeProof,
} from '#server/domains/accounts/index.ts';
import { assertClocksAgree } from '#server/platform/clock/clock.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** What the signer gives for one signature (SIG-01). */
export interface SignatureInput {
  readonly password?: string | undefined;
  /** In place of the password: what the person has just confirmed at the provider. */
  readonly confirmation?: string | undefined;
  /** Code of the authenticator, where one is enrolled (SIG-03). */
  readonly code?: string | undefined;
}

/** Permission for exactly one signature, given because its signer has just proved who it is. */
export interface SigningAuthorization {
  readonly signerId: string;
  readonly printedName: string;
  readonly timeZone: string;
  readonly agreementId: number;
  readonly agreementVersion: number;
  readonly authMethod: 'password' | 'password_totp' | 'provider';
  /** The authenticator's code, used up with the signature. */
  readonly codeProof: CodeProof | null;
  readonly sessionHash: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** Authorizations that are not used up, each with the transaction that uses it now: a rolled-back one may be run again. */
const open = new WeakMap<SigningAuthorization, CommandTransaction | null>();

/**
 * Lets the signed-in person prove who it is, before the command that signs (SIG-01, SIG-03): so nobody waits for the
 * password hash, and a failed attempt stays in the trail although nothing else happens. Throws CLOCK_WRONG, TEMPORARY_PASSWORD,
 * SIGNATURE_AGREEMENT_REQUIRED, SIGNATURE_REFUSED (with the field below `path`), TOO_MANY_ATTEMPTS; never 401.
 */
export async function authorizeSignature(
  ctx: RequestContext,
  input: SignatureInput,
  path = 'signature',
): Promise<SigningAuthorization> {
  const { actor } = ctx;
  await assertClocksAgree(ctx.services.clock);
  const facts = await ctx.db
    .selectFrom('users as u')
    .leftJoin('temporaryCredentials as c', (join) =>
      join.onRef('c.userId', '=', 'u.id').on('c.endedAt', 'is', null),
    )
    .leftJoin('signatureAgreements as a', (join) =>
      join.onRef('a.userId', '=', 'u.id').on('a.textVersion', '=', String(currentAgreement.version)),
    )
    .select([
      'u.firstName',
      'u.lastName',
      'u.email',
      'u.mustChangePassword',
      'c.id as credentialId',
      'a.id as agreementId',
    ])
    .where('u.id', '=', actor.id)
    .executeTakeFirstOrThrow();
  const byPassword = input.confirmation === undefined;
  // An administrator knows this password: two people would have to conspire for anything else to be signed (P11-16).
  if (
    byPassword &&
    (actor.session.temporaryCredential || facts.mustChangePassword || facts.credentialId !== null)
  ) {
    throw new AppError('TEMPORARY_PASSWORD');
  }
  if (facts.agreementId === null) throw new AppError('SIGNATURE_AGREEMENT_REQUIRED');
  const proof = byPassword
    ? await proveByPassword(ctx, input, path)
    : await proveAtProvider(ctx, input, path);
  const authorization: SigningAuthorization = Object.freeze({
    signerId: actor.id,
    printedName: fullName(facts) || facts.email,
    timeZone: actor.timeZone,
    agreementId: facts.agreementId,
    agreementVersion: currentAgreement.version,
    ...proof,
    sessionHash: actor.session.sid,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
  });
  open.set(authorization, null);
  return authorization;
}

type Proof = Pick<SigningAuthorization, 'authMethod' | 'codeProof'>;

async function proveByPassword(
  ctx: RequestContext,
  { password = '', code }: SignatureInput,
  path: string,
): Promise<Proof> {
  const { actor } = ctx;
  if (code !== undefined && !actor.twoFactorEnabled)
    throw refused(`${path}.code`, 'No authenticator is enrolled for this account.');
  if (!(await reauthenticate(ctx, password, 'signature'))) {
    throw refused(`${path}.password`, 'The password is incorrect.');
  }
  // The first signature of a session asks for all factors, later ones for the password (SIG-03, 21 CFR 11.200).
  if (code === undefined && actor.twoFactorEnabled && !actor.session.signedWithAllFactors)
    throw refused(`${path}.code`, 'Enter the code of your authenticator.');
  if (code === undefined) return { authMethod: 'password', codeProof: null };
  const codeProof = await judgeOwnCode(ctx, code, 'signature', false);
  if (codeProof === null) throw refused(`${path}.code`, wrongCode);
  return { authMethod: 'password_totp', codeProof };
}

/** Whoever signs in by a provider gives there whatever factors it wants (SIG-01). */
async function proveAtProvider(
  ctx: RequestContext,
  { confirmation = '' }: SignatureInput,
  path: string,
): Promise<Proof> {
  if (await reauthenticateAtProvider(ctx, confirmation, 'signature')) {
    return { authMethod: 'provider', codeProof: null };
  }
  throw refused(`${path}.confirmation`, 'Confirm your identity again with your organization.');
}

const wrongCode = 'This code is incorrect.';

/**
 * Uses an authorization up with this command, and the code that it came with; throws when it was used before or not given
 * by {@link authorizeSignature}, SIGNATURE_REFUSED when the code was used meanwhile.
 */
export async function spendAuthorization(
  tx: CommandTransaction,
  authorization: SigningAuthorization,
): Promise<void> {
  if (!open.has(authorization) || open.get(authorization) === tx) {
    throw new Error('every signature needs an authorization of its own');
  }
  open.set(authorization, tx);
  tx.afterCommit(() => {
    open.delete(authorization);
  });
  const { codeProof, sessionHash } = authorization;
  if (codeProof === null) return;
  if (!(await spendCode(tx, codeProof))) throw refused('signature.code', wrongCode);
  await sql`update sessions set sess = sess || '{"signedWithAllFactors": true}' where sid = ${sessionHash}`.execute(
    tx.db,
  );
}

function refused(path: string, message: string): AppError {
  return new AppError('SIGNATURE_REFUSED', { detail: message, errors: [{ path, message }] });
}
