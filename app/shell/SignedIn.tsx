import '#app/styles/app.css';
import { useMantineColorScheme } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import { activateLanguage } from '#app/lib/i18n.ts';
import { ZoneContext } from '#app/lib/format.ts';
import { readerZone } from '#shared/domain/people/settings.ts';
import { isGated, type SessionUser } from '#app/lib/session.ts';
import { ScreenLoading } from '#app/shell/create-router.ts';
import { AccessDenied } from '#app/shell/AccessDenied.tsx';
import { IdleWatcher } from '#app/shell/IdleWatcher.tsx';
import type { Screen } from '#app/shell/screen.ts';
import { StepUp } from '#app/shell/StepUp.tsx';
import { Shell } from '#app/shell/Shell.tsx';
import classes from '#app/shell/Shell.module.css';
import { StaffTexts } from '#app/shell/StaffTexts.tsx';
import { useEndOfGrants } from '#app/shell/use-end-of-grants.ts';
import { useReturnFocus } from '#app/shell/use-return-focus.ts';
import { PageSkeleton } from '#app/ui/Loading.tsx';

const PasswordGate = lazy(async () => ({
  default: (await import('#app/shell/PasswordGate.tsx')).PasswordGate,
}));

const TwoFactorGate = lazy(async () => ({
  default: (await import('#app/shell/TwoFactorGate.tsx')).TwoFactorGate,
}));

const IntegrityBanner = lazy(async () => ({
  default: (await import('#app/shell/IntegrityBanner.tsx')).IntegrityBanner,
}));

/** All parts behind the sign-in: settings, the frame, the guard, the gates and the idle watcher. */
export function SignedIn({
  user,
  receivedAt,
  screen,
}: {
  readonly user: SessionUser;
  /** The time at which the current user was received, by this browser's clock. */
  readonly receivedAt: number;
  readonly screen: Screen | undefined;
}) {
  usePreferences(user);
  useReturnFocus();
  useEndOfGrants(user);
  useBrowserMessages(user);
  // The gate is loaded only for people who need it; it stays mounted until it has closed.
  const [gated, setGated] = useState(user.mustChangePassword);
  if (user.mustChangePassword && !gated) setGated(true);
  const lacksFactor = user.mustEnrolTwoFactor || user.mustGiveTwoFactor;
  const [unproved, setUnproved] = useState(lacksFactor);
  if (lacksFactor && !unproved) setUnproved(true);
  const zone = readerZone(
    user.settings.timezone,
    user.organization?.timeZone ?? null,
    user.grants.map((grant) => grant.timeZone),
  );
  const content = <Guarded user={user} screen={screen} />;
  return (
    <ZoneContext value={zone}>
      {screen?.bare ? (
        <main className={classes.bare} tabIndex={-1}>
          {content}
        </main>
      ) : (
        <Shell user={user} screen={screen}>
          {content}
        </Shell>
      )}
      {gated && (
        <Suspense>
          <PasswordGate user={user} />
        </Suspense>
      )}
      {unproved && (
        <Suspense>
          <TwoFactorGate user={user} />
        </Suspense>
      )}
      <StepUp />
      <IdleWatcher user={user} receivedAt={receivedAt} />
    </ZoneContext>
  );
}

/** The screen, or why the person may not use it (AUTH-13); behind a gate nothing is fetched (AUTH-06, AUTH-07). */
function Guarded({ user, screen }: { readonly user: SessionUser; readonly screen: Screen | undefined }) {
  const { t } = useLingui();
  if (isGated(user)) return null;
  const allowed = !screen || screen.access === 'public' || user.permissions.includes(screen.access);
  if (!allowed) return <AccessDenied screen={screen} />;
  const waiting = <PageSkeleton label={t`Loading...`} />;
  return (
    <Suspense fallback={waiting}>
      <StaffTexts user={user} screen={screen}>
        {user.permissions.includes('operations.manage') && (
          <Suspense>
            <IntegrityBanner />
          </Suspense>
        )}
        <ScreenLoading value={waiting}>
          <Outlet />
        </ScreenLoading>
      </StaffTexts>
    </Suspense>
  );
}

/**
 * Renews the subscription of a browser that may show messages: for this person, in this session, with the current key
 * (NOT-03). If that does not work, the settings show it.
 */
function useBrowserMessages(user: SessionUser): void {
  const wanted = user.settings.browserNotifications && !isGated(user);
  useEffect(() => {
    if (!wanted || !('Notification' in window) || Notification.permission !== 'granted') return;
    void import('#app/features/push/browser-push.ts').then(({ renewSubscription }) => renewSubscription());
  }, [wanted, user.id]);
}

/** Theme and language of the settings take effect at once and everywhere (SHELL-09). */
function usePreferences(user: SessionUser): void {
  const { i18n } = useLingui();
  const { setColorScheme } = useMantineColorScheme();
  const { theme, language } = user.settings;
  useEffect(() => setColorScheme(theme), [setColorScheme, theme]);
  useEffect(() => {
    if (i18n.locale !== language) void activateLanguage(language);
  }, [i18n, language]);
}
