import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect } from 'react';
import { loadCatalog } from '#app/lib/i18n.ts';
import { useSession } from '#app/lib/session.ts';
import { FullPage, Splash } from '#app/shell/public/FullPage.tsx';
import { Toaster } from '#app/shell/public/Toaster.tsx';
import { useScreen } from '#app/shell/use-screen.ts';
import { ErrorState } from '#app/ui/ErrorState.tsx';

const Landing = lazy(async () => ({ default: (await import('#app/screens/landing/Landing.tsx')).Landing }));
const SignedIn = lazy(async () => {
  const [{ SignedIn: Component }] = await Promise.all([
    import('#app/shell/SignedIn.tsx'),
    loadCatalog('app'),
  ]);
  return { default: Component };
});

/** The frame around every screen. People without a session see the landing page at protected paths (AUTH-01). */
export function Root() {
  useTabTitle();
  return (
    <>
      <Suspense fallback={<Splash />}>
        <Content />
      </Suspense>
      <Toaster />
    </>
  );
}

function Content() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const screen = useScreen();
  const session = useSession();
  const open = screen?.access === 'public';
  // The landing page and certificates to verify look the same for all people, and need not wait for the current user.
  if (open && screen.path !== '$') return <Outlet />;
  switch (session.status) {
    case 'loading':
      return <Splash />;
    case 'failed':
      return (
        <FullPage>
          <ErrorState error={session.error} busy={session.busy} onRetry={session.retry} />
        </FullPage>
      );
    case 'anonymous':
      if (open) {
        return (
          <FullPage>
            <Outlet />
          </FullPage>
        );
      }
      return path === '/' ? <Navigate to="/landing" replace /> : <Landing />;
    case 'signedIn':
      return <SignedIn user={session.user} receivedAt={session.receivedAt} screen={screen} />;
  }
}

/** Titles of tabs name the page (UI.md 'Frame'); a screen with a better one sets it with {@link usePageTitle}. */
function useTabTitle(): void {
  const { i18n } = useLingui();
  const screen = useScreen();
  const title = screen && i18n._(screen.title);
  useEffect(() => {
    document.title = title ? `${title} · TrainTrail` : 'TrainTrail';
  }, [title]);
}
