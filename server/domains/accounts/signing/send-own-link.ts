import { AppError } from '#shared/contract/errors.ts';
import { sendSigningLink } from '#server/domains/accounts/reset-links.ts';
import { openClosures, signingMailbox } from '#server/domains/accounts/signing/closures.store.ts';
import { countResetLink } from '#server/domains/accounts/throttle.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/**
 * Emails the signed-in person the link that opens signing, to the address before administrators changed it (SIG-05). Throws CONFLICT
 * if signing is open, TOO_MANY_ATTEMPTS.
 */
export async function sendOwnSigningLink(ctx: RequestContext): Promise<void> {
  const { actor, services } = ctx;
  const closures = await openClosures(ctx.db, actor.id);
  if (closures.length === 0) throw new AppError('CONFLICT', { reason: 'can_sign' });
  const mailbox = await signingMailbox(ctx.db, actor.id);
  const retryAfter = await countResetLink(ctx.db, services.config, mailbox ?? actor.email);
  if (retryAfter !== null) throw new AppError('TOO_MANY_ATTEMPTS', { extra: { retryAfter } });
  await ctx.command((tx) => sendSigningLink(tx, actor.id));
}
