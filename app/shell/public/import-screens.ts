import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '#app/shell/screen.ts';

/** Imports of people (USR-06) and of past completions (USR-09). */
export const importScreens = [
  {
    path: '/users/import',
    title: msg`Import people`,
    access: 'people.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/import-people/ImportPeople.tsx'),
      'ImportPeople',
    ),
    below: '/users',
  },
  {
    path: '/users/import/$importId',
    title: msg`Import people`,
    access: 'people.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/import-people/ImportDetails.tsx'),
      'ImportDetails',
    ),
    below: '/users',
  },
  {
    path: '/users/import-completions',
    title: msg`Import past completions`,
    access: 'assignments.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/import-completions/PastImports.tsx'),
      'PastImports',
    ),
    below: '/users',
  },
  {
    path: '/users/import-completions/$pastImportId',
    title: msg`Import past completions`,
    access: 'assignments.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/import-completions/OnePastImport.tsx'),
      'OnePastImport',
    ),
    below: '/users',
  },
] as const satisfies readonly Screen[];
