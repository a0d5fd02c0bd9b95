import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import { deniedRoom } from '#app/shell/public/denied-texts.ts';
import type { Screen } from '#app/shell/screen.ts';

/** Inspections, for the host and for their inspectors (INS-01). */
export const inspectionScreens = [
  {
    path: '/inspections',
    title: msg`Inspections`,
    access: 'inspections.manage',
    component: lazyRouteComponent(() => import('#app/screens/inspections/Inspections.tsx'), 'Inspections'),
    menu: [{ menu: 'admin', group: 'administration', label: msg`Inspections`, icon: 'inspection' }],
  },
  {
    path: '/inspections/$inspectionId',
    title: msg`Inspection`,
    access: 'inspections.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/inspections/InspectionPage.tsx'),
      'InspectionPage',
    ),
    below: '/inspections',
  },
  {
    path: '/inspection',
    title: msg`Inspection`,
    access: 'inspections.request',
    ...deniedRoom,
    component: lazyRouteComponent(
      () => import('#app/screens/inspection/InspectionRoom.tsx'),
      'InspectionRoom',
    ),
    menu: [{ menu: 'inspector', group: 'reports', label: msg`Inspection`, icon: 'inspection' }],
  },
  {
    path: '/inspection/modules/$moduleId',
    title: msg`Training Module`,
    access: 'inspections.request',
    ...deniedRoom,
    component: lazyRouteComponent(
      () => import('#app/screens/inspection/ModuleVersions.tsx'),
      'ModuleVersions',
    ),
    below: '/inspection',
  },
] as const satisfies readonly Screen[];
