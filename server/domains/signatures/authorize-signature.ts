import { AppError } from '#shared/contract/errors.ts';
import { fullName } from '#shared/domain/people/names.ts';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import { reauthenticate } from '#server/domains/accounts/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** What the signer gives for one signature (SIG-01). */
export interface SignatureInput {
  readonly password: string;
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
  readonly authMethod: 'password';
  readonly sessionHash: string;
  readonly ip: string;
  readonly userAgent: string;
}

/** Authorizations that are not used up, each with the transaction that uses it now: a rolled-back one may be run again. */
const open = new WeakMap<SigningAuthorization, CommandTransaction | null>();

/**
 * Lets the signed-in person prove who it is, before the command that signs (SIG-01, SIG-03): so nobody waits for the
 * password hash, and a failed attempt stays in the trail although nothing else happens. Throws TEMPORARY_PASSWORD,
 * SIGNATURE_AGREEMENT_REQUIRED, SIGNATURE_REFUSED (with the field below `path`), TOO_MANY_ATTEMPTS; never 401.
 */
export async function authorizeSignature(
  ctx: RequestContext,
  input: SignatureInput,
  path = 'signature',
): Promise<SigningAuthorization> {
  const { actor } = ctx;
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
  // An administrator knows this password: two people would have to conspire for anything else to be signed (P11-16).
  if (actor.session.temporaryCredential || facts.mustChangePassword || facts.credentialId !== null) {
    throw new AppError('TEMPORARY_PASSWORD');
  }
  if (facts.agreementId === null) throw new AppError('SIGNATURE_AGREEMENT_REQUIRED');
  if (input.code !== undefined)
    throw refused(`${path}.code`, 'No authenticator is enrolled for this account.');
  if (!(await reauthenticate(ctx, input.password, 'signature'))) {
    throw refused(`${path}.password`, 'The password is not right.');
  }
  const authorization: SigningAuthorization = Object.freeze({
    signerId: actor.id,
    printedName: fullName(facts) || facts.email,
    timeZone: actor.timeZone,
    agreementId: facts.agreementId,
    agreementVersion: currentAgreement.version,
    authMethod: 'password' as const,
    sessionHash: actor.session.sid,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
  });
  open.set(authorization, null);
  return authorization;
}

/** Uses an authorization up with this command; throws when it was used before or not given by {@link authorizeSignature}. */
export function spendAuthorization(tx: CommandTransaction, authorization: SigningAuthorization): void {
  if (!open.has(authorization) || open.get(authorization) === tx) {
    throw new Error('every signature needs an authorization of its own');
  }
  open.set(authorization, tx);
  tx.afterCommit(() => {
    open.delete(authorization);
  });
}

function refused(path: string, message: string): AppError {
  return new AppError('SIGNATURE_REFUSED', { detail: message, errors: [{ path, message }] });
}
