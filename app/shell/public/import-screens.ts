import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '#app/shell/screen.ts';

/** Imports of people (USR-06), of past completions (USR-09) and of absences (USR-10). */
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
  {
    path: '/users/import-absences',
    title: msg`Import absences`,
    access: 'people.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/import-absences/AbsenceImports.tsx'),
      'AbsenceImports',
    ),
    below: '/users',
  },
  {
    path: '/users/import-absences/$absenceImportId',
    title: msg`Import absences`,
    access: 'people.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/import-absences/OneAbsenceImport.tsx'),
      'OneAbsenceImport',
    ),
    below: '/users',
  },
] as const satisfies readonly Screen[];
