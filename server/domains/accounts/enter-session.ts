import type { SignedIn } from '#server/domains/accounts/accounts.events.ts';
import { clearLockCount } from '#server/domains/accounts/lock.ts';
import { sessionKeyOf } from '#server/domains/accounts/session-cookie.ts';
import { newSession, type OpenedSession } from '#server/domains/accounts/sessions.store.ts';
import { welcomeSql, type WelcomeRow } from '#server/domains/accounts/current-user.queries.ts';
import { openSession, type Opening, type SignInAccount } from '#server/domains/accounts/sign-in.store.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** The verified factors. */
type Proved = Pick<Opening, 'passwordHash' | 'keys' | 'authMethod' | 'passkeyId'> & {
  readonly account: SignInAccount;
};

/** A session that was just opened, with its person as read before it was committed; null if it was over at once. */
export interface EnteredSession extends OpenedSession {
  readonly welcome: WelcomeRow | null;
}

/**
 * Opens the session of a person who has given everything that is asked (AUTH-05): always a new one, which replaces that of the
 * cookie. Null when the account has changed in the meantime. `before` runs first in the same transaction and may throw.
 */
export async function enterSession(
  ctx: RequestContext,
  { account, passwordHash, keys, authMethod, passkeyId }: Proved,
  before: (tx: CommandTransaction) => Promise<void> = async () => undefined,
): Promise<EnteredSession | null> {
  const { services } = ctx;
  const session = newSession();
  let welcome: WelcomeRow | null = null;
  const opened = await runCommand(
    services,
    {
      action: 'account.signedIn',
      actorId: account.id,
      organizationId: account.organizationId,
      answer: {
        statement: () => welcomeSql(session.sid),
        take: (row) => {
          const found = row as WelcomeRow | undefined;
          welcome = found?.found == null ? null : found;
        },
      },
      origin: {
        requestId: ctx.requestId,
        ip: ctx.ip,
        userAgent: ctx.userAgent,
        role: account.role,
        sessionId: session.sid,
        authMethod,
      },
    },
    async (tx) => {
      const replacedSid = sessionKeyOf(ctx.request, services.config);
      await before(tx);
      const done = await openSession(tx, {
        account,
        passwordHash,
        sid: session.sid,
        replacedSid,
        ip: ctx.ip,
        userAgent: ctx.userAgent,
        keys,
        authMethod,
        passkeyId,
      });
      if (!done) return false;
      if (services.config.policy === 'regulated') await clearLockCount(tx.db, keys.lock);
      const event: SignedIn = {
        type: 'account.signedIn',
        userId: account.id,
        first: account.neverSignedIn,
        replacedSid,
      };
      tx.emit(event);
      return true;
    },
  );
  return opened ? { ...session, welcome } : null;
}
