import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '#app/shell/screen.ts';

/**
 * The screens that links of emails and certificates open, for visitors too, and the screen for unknown addresses; the end of
 * the table of screens.
 */
export const visitorScreens = [
  {
    path: '/confirm-email',
    title: msg`Confirm your email address`,
    access: 'public',
    component: lazyRouteComponent(
      () => import('#app/screens/confirm-email/ConfirmEmail.tsx'),
      'ConfirmEmail',
    ),
  },
  {
    path: '/stop-email-change',
    title: msg`Stop the change of your email address`,
    access: 'public',
    component: lazyRouteComponent(
      () => import('#app/screens/confirm-email/StopEmailChange.tsx'),
      'StopEmailChange',
    ),
  },
  {
    path: '/signature-confirmed',
    title: msg`Confirm your signature`,
    access: 'public',
    component: lazyRouteComponent(
      () => import('#app/screens/signature-confirmed/SignatureConfirmed.tsx'),
      'SignatureConfirmed',
    ),
  },
  {
    path: '/reset-password',
    title: msg`Choose a new password`,
    access: 'public',
    component: lazyRouteComponent(
      () => import('#app/screens/reset-password/ResetPassword.tsx'),
      'ResetPassword',
    ),
  },
  {
    path: '/verify',
    title: msg`Check a file`,
    access: 'public',
    component: lazyRouteComponent(() => import('#app/screens/verify/CheckPaper.tsx'), 'CheckPaper'),
  },
  {
    path: '/verify/$code',
    title: msg`Verify a certificate`,
    access: 'public',
    component: lazyRouteComponent(() => import('#app/screens/verify/Verify.tsx'), 'Verify'),
  },
  {
    path: '$',
    title: msg`404 Page Not Found`,
    access: 'public',
    component: lazyRouteComponent(() => import('#app/screens/not-found/NotFound.tsx'), 'NotFound'),
  },
] as const satisfies readonly Screen[];
