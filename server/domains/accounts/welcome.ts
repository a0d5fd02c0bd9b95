import { AppError } from '#shared/contract/errors.ts';
import { welcomedUserView } from '#server/domains/accounts/current-user.queries.ts';
import { sendSessionCookie } from '#server/domains/accounts/session-cookie.ts';
import type { EnteredSession } from '#server/domains/accounts/enter-session.ts';
import { clearChallenge } from '#server/domains/accounts/two-factor/challenge.ts';
import type { RequestContext } from '#server/platform/http/context.ts';

/** Sends the browser its new session and returns the person. This ends the second step, if there was one. */
export async function welcome(ctx: RequestContext, session: EnteredSession) {
  const view = session.welcome && (await welcomedUserView(ctx.services, session.welcome));
  if (!view) throw new AppError('SIGN_IN_REFUSED');
  sendSessionCookie(ctx.reply, ctx.services.config, session.token);
  clearChallenge(ctx.request, ctx.reply, ctx.services);
  return view;
}
