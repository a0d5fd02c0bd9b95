import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Features } from '#app/screens/landing/Features.tsx';
import { Hero } from '#app/screens/landing/Hero.tsx';
import classes from '#app/screens/landing/Landing.module.css';
import { LandingFooter } from '#app/screens/landing/LandingFooter.tsx';
import { LandingHeader } from '#app/screens/landing/LandingHeader.tsx';
import { Organizations } from '#app/screens/landing/Organizations.tsx';
import { useSession } from '#app/lib/session.ts';
import { useScreen } from '#app/shell/use-screen.ts';

const fetchDialog = () => import('#app/features/sign-in/SignInDialog.tsx');
const SignInDialog = lazy(async () => ({ default: (await fetchDialog()).SignInDialog }));

/** The public page (SPEC §2.1, SHELL-01): visitors without a session also see it under every protected path. */
export function Landing() {
  const screen = useScreen();
  const search: { readonly signin?: string } = useSearch({ strict: false });
  const signedIn = useSession().status === 'signedIn';
  const wished = screen?.opensSignIn === true || search.signin !== undefined;
  const [opened, setOpened] = useState(wished);
  const [everOpened, setEverOpened] = useState(wished);
  const open = useCallback(() => {
    setEverOpened(true);
    setOpened(true);
  }, []);
  const ahead = useCallback(() => void fetchDialog(), []);
  return (
    <div className={classes.page}>
      <LandingHeader signedIn={signedIn} onSignIn={open} onNear={ahead} />
      <main>
        <Hero signedIn={signedIn} onStart={open} onNear={ahead} />
        <Features />
        <Organizations />
      </main>
      <LandingFooter />
      {everOpened && (
        <Suspense>
          <SignInDialog opened={opened && !signedIn} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </div>
  );
}
