import { AppError } from '#shared/contract/errors.ts';
import type { ExternalPersonAdmitted, SignedIn } from '#server/domains/accounts/accounts.events.ts';
import { sessionKeyOf } from '#server/domains/accounts/session-cookie.ts';
import { newSession, type OpenedSession } from '#server/domains/accounts/sessions.store.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import {
  findAccountByEmail,
  findLinkedAccount,
  openProviderSession,
  useIdentity,
  type ExternalAccount,
  type ExternalIdentity,
} from './accounts-at-provider.ts';
import { ExternalRefusal } from './failures.ts';
import type { ProviderProof } from './proof.ts';

/**
 * Signs in the person whom the provider has verified (AUTH-03, AUTH-18, T18). Issuer and subject decide; only the first time,
 * an account is found by an address that the provider has verified. An account is created only with OIDC_AUTO_PROVISION.
 * Throws ExternalRefusal.
 */
export async function signInByProvider(ctx: RequestContext, proof: ProviderProof): Promise<OpenedSession> {
  const { identity } = proof;
  const account = (await findLinkedAccount(ctx.db, identity)) ?? (await accountToLink(ctx, proof));
  const cause = causeOfRefusal(account);
  if (cause !== null) throw new ExternalRefusal('refused', cause, account);
  const session = newSession();
  await runCommand(
    ctx.services,
    {
      action: 'account.signedIn',
      actorId: account.id,
      organizationId: account.organizationId,
      origin: { ...originOf(ctx), role: account.role, sessionId: session.sid },
    },
    async (tx) => {
      if (!(await useIdentity(tx, identity, account.id))) {
        throw new ExternalRefusal('refused', 'the account is linked with another person', account);
      }
      const replacedSid = sessionKeyOf(ctx.request, ctx.services.config);
      const opened = await openProviderSession(tx, {
        userId: account.id,
        sid: session.sid,
        replacedSid,
        ip: ctx.ip,
        userAgent: ctx.userAgent,
        authenticatedAt: proof.authenticatedAt,
        memory: { ...proof.memory(account.id), ...(proof.twoFactors ? { twoFactors: true } : {}) },
      });
      if (!opened) throw new ExternalRefusal('refused', 'the account changed meanwhile', account);
      const event: SignedIn = {
        type: 'account.signedIn',
        userId: account.id,
        first: account.neverSignedIn,
        replacedSid,
      };
      tx.emit(event);
    },
  );
  return session;
}

const originOf = (ctx: RequestContext) => ({
  requestId: ctx.requestId,
  ip: ctx.ip,
  userAgent: ctx.userAgent,
  authMethod: 'provider',
});

/**
 * Returns the account for a person's first sign-in: the one of the verified address, or a new one if the configuration allows it.
 */
async function accountToLink(
  ctx: RequestContext,
  { identity, profile: ask }: ProviderProof,
): Promise<ExternalAccount> {
  const profile = await ask();
  if (profile.email === null) throw new ExternalRefusal('refused', 'the provider told no address');
  const account = await findAccountByEmail(ctx.db, identity, profile.email);
  if (!profile.emailVerified) {
    throw new ExternalRefusal('refused', 'the provider has not verified the address', account);
  }
  // A person who got a former colleague's address is not that colleague. A person who was linked by another window in the
  // meantime is the same person.
  if (account?.isLinked) {
    throw new ExternalRefusal(
      'refused',
      'the account is linked with another person at the provider',
      account,
    );
  }
  if (account) return account;
  if (!ctx.services.config.oidc?.autoProvision) throw new ExternalRefusal('refused', 'unknown account');
  return provision(ctx, identity, { ...profile, email: profile.email });
}

/** OIDC_AUTO_PROVISION: a separate command, so that the account's creation is distinguished from the sign-in that follows. */
async function provision(
  ctx: RequestContext,
  identity: ExternalIdentity,
  person: Omit<ExternalPersonAdmitted, 'type'>,
): Promise<ExternalAccount> {
  try {
    return await runCommand(
      ctx.services,
      { action: 'account.provisioned', actorId: null, origin: originOf(ctx) },
      async (tx) => {
        const { email, firstName, lastName } = person;
        const event: ExternalPersonAdmitted = {
          type: 'account.externalPersonAdmitted',
          email,
          firstName,
          lastName,
        };
        tx.emit(event);
        // Accounts do not create people: the domain that does has subscribed to the event.
        await tx.runSubscribers();
        const created = await findAccountByEmail(tx.db, identity, email);
        if (!created) throw new Error('nobody created the account');
        await useIdentity(tx, identity, created.id);
        return created;
      },
    );
  } catch (error) {
    if (error instanceof AppError && error.status < 500) {
      throw new ExternalRefusal('refused', `no account could be made: ${error.code}`);
    }
    throw error;
  }
}

/** Returns why an account may not be signed in to, for the trail; null when it may. */
function causeOfRefusal(account: ExternalAccount): string | null {
  if (!account.isActive) return 'inactive account';
  if (account.isLocked) return 'locked account';
  if (!account.organizationIsActive) return 'archived organization';
  return null;
}
