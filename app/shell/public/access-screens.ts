import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '#app/shell/screen.ts';

/** Reviews of access to organizations (AUTH-17). */
export const accessScreens = [
  {
    path: '/access-reviews',
    title: msg`Access Reviews`,
    access: 'access.view',
    component: lazyRouteComponent(
      () => import('#app/screens/access-reviews/AccessReviews.tsx'),
      'AccessReviews',
    ),
    menu: [
      { menu: 'admin', group: 'administration', label: msg`Access Reviews`, icon: 'access' },
      { menu: 'inspector', group: 'reports', label: msg`Access Reviews`, icon: 'access' },
    ],
  },
  {
    path: '/access-reviews/$reviewId',
    title: msg`Access Review`,
    access: 'access.view',
    component: lazyRouteComponent(
      () => import('#app/screens/access-reviews/AccessReview.tsx'),
      'AccessReview',
    ),
    below: '/access-reviews',
  },
] as const satisfies readonly Screen[];
