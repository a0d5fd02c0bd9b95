import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '#app/shell/screen.ts';

/** The audit trail, the checks of its integrity, and how both are protected (AUD-02, AUD-03, AUD-04). */
export const trailScreens = [
  {
    path: '/audit',
    title: msg`Audit Trail`,
    access: 'audit.view',
    component: lazyRouteComponent(() => import('#app/screens/audit/Audit.tsx'), 'Audit'),
    menu: [
      { menu: 'operations', group: 'operations', label: msg`Audit Trail`, icon: 'audit' },
      { menu: 'inspector', group: 'reports', label: msg`Audit Trail`, icon: 'audit' },
    ],
  },
  {
    path: '/integrity-checks',
    title: msg`Integrity Checks`,
    access: 'audit.view',
    component: lazyRouteComponent(
      () => import('#app/screens/integrity-checks/IntegrityChecks.tsx'),
      'IntegrityChecks',
    ),
    menu: [
      { menu: 'operations', group: 'operations', label: msg`Integrity Checks`, icon: 'integrity' },
      { menu: 'inspector', group: 'reports', label: msg`Integrity Checks`, icon: 'integrity' },
    ],
  },
  {
    path: '/records-protected',
    title: msg`How these records are protected`,
    access: 'audit.view',
    component: lazyRouteComponent(
      () => import('#app/screens/records-protected/RecordsProtected.tsx'),
      'RecordsProtected',
    ),
    below: '/audit',
  },
] as const satisfies readonly Screen[];
