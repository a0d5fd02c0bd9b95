import '#app/lib/zod-setup.ts';
import '#app/styles/public.css';
// Every page has the logo: its rules are part of the first style sheet, not of a separate one.
import '#app/brand/Logo.module.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useLingui } from '@lingui/react/macro';
import { StrictMode, useMemo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onUnauthorized } from '#app/lib/client.ts';
import { activateLanguage, initialLanguage, showTypedTexts } from '#app/lib/i18n.ts';
import { leaveForSignIn } from '#app/lib/leaving.ts';
import { createQueryClient } from '#app/lib/query.ts';
import { loginAddress } from '#app/lib/return-path.ts';
import { hasSession } from '#app/lib/session.ts';
import { styleNonce } from '#app/lib/style-nonce.ts';
import { showToast } from '#app/lib/toasts.ts';
import { visitorMessages } from '#app/lib/visitor-messages.ts';
import { createAppRouter } from '#app/shell/create-router.ts';
import { ScreenFailed } from '#app/shell/public/ScreenFailed.tsx';
import { Root } from '#app/shell/Root.tsx';
import { cssVariablesResolver, makeTheme } from '#app/theme/theme.ts';

/** The time for which 'Unauthorized' is shown before the browser goes to the sign-in (SPEC §9), in milliseconds. */
const signInAfter = 500;

const client = createQueryClient();
const router = createAppRouter({ root: Root, failed: ScreenFailed, hasSession: () => hasSession(client) });
const colorSchemeManager = localStorageColorSchemeManager({ key: 'traintrail-theme' });

let leaving = false;
onUnauthorized(() => {
  // Several calls may fail at once; the person is notified and redirected once (AUTH-12).
  if (leaving) return;
  leaving = true;
  leaveForSignIn();
  showToast(visitorMessages.unauthorized);
  setTimeout(
    () => window.location.assign(loginAddress(window.location.pathname + window.location.search)),
    signInAfter,
  );
});

// A page restored from the browser's cache may show the screen of a session that has ended (AUTH-04).
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload();
});

function decimalSeparatorOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

function Theme({ children }: { readonly children: ReactNode }) {
  const { t, i18n } = useLingui();
  const closeLabel = t`Close`;
  const decimal = decimalSeparatorOf(i18n.locale);
  const theme = useMemo(() => makeTheme(closeLabel, decimal), [closeLabel, decimal]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="dark"
      getStyleNonce={() => styleNonce}
    >
      {children}
    </MantineProvider>
  );
}

async function start(): Promise<void> {
  showTypedTexts();
  await activateLanguage(initialLanguage());
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no place for the application');
  createRoot(place).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <Theme>
          <QueryClientProvider client={client}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </Theme>
      </I18nProvider>
    </StrictMode>,
  );
}

void start();
