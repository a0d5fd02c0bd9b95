import { lazy, Suspense, useState } from 'react';
import type { SessionUser } from '#app/lib/session.ts';
import { useSessionEnd } from '#app/shell/use-session-end.ts';

const SessionWarning = lazy(async () => ({
  default: (await import('#app/shell/SessionWarning.tsx')).SessionWarning,
}));

/** Warns two minutes before the session ends and offers to stay (AUTH-05). */
export function IdleWatcher({
  user,
  receivedAt,
}: {
  readonly user: SessionUser;
  readonly receivedAt: number;
}) {
  const ending = useSessionEnd(user.session, receivedAt, !user.mustChangePassword);
  const [everWarned, setEverWarned] = useState(false);
  // Once fetched it stays, so that it can also close as dialogs do.
  if (ending.secondsLeft !== null && !everWarned) setEverWarned(true);
  return everWarned && <Suspense>{<SessionWarning {...ending} />}</Suspense>;
}
