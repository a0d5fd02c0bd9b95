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
  // Once loaded it stays mounted, so that it closes with the usual transition.
  if (ending.secondsLeft !== null && !everWarned) setEverWarned(true);
  return everWarned && <Suspense>{<SessionWarning {...ending} />}</Suspense>;
}
