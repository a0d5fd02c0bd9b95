import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '#app/shell/screen.ts';

/** The screens of reports in the table of paths (RPT-01, CMP-01, INS-02). */
export const reportScreens = [
  {
    path: '/reports/completion',
    title: msg`Completion Report`,
    access: 'reports.view',
    component: lazyRouteComponent(
      () => import('#app/screens/completion-report/CompletionReport.tsx'),
      'CompletionReport',
    ),
    menu: [
      { menu: 'admin', group: 'reports', label: msg`Completion Reports`, icon: 'report' },
      { menu: 'inspector', group: 'reports', label: msg`Completion Reports`, icon: 'report' },
    ],
  },
  {
    path: '/compliance',
    title: msg`Compliance Dashboard`,
    access: 'dashboard.view',
    component: lazyRouteComponent(() => import('#app/screens/compliance/Compliance.tsx'), 'Compliance'),
    menu: [
      { menu: 'admin', group: 'reports', label: msg`Compliance Dashboard`, icon: 'compliance' },
      { menu: 'inspector', group: 'reports', label: msg`Compliance Dashboard`, icon: 'compliance' },
    ],
  },
  {
    path: '/training-matrix/grid',
    title: msg`Training Grid`,
    access: 'reports.view',
    component: lazyRouteComponent(
      () => import('#app/screens/training-grid/TrainingGrid.tsx'),
      'TrainingGrid',
    ),
    menu: [
      { menu: 'admin', group: 'reports', label: msg`Training Grid`, icon: 'matrix' },
      { menu: 'inspector', group: 'reports', label: msg`Training Grid`, icon: 'matrix' },
      { menu: 'manager', group: 'management', label: msg`Training Grid`, icon: 'matrix' },
    ],
  },
  {
    path: '/qualified',
    title: msg`Qualification on a day`,
    access: 'people.list',
    component: lazyRouteComponent(() => import('#app/screens/qualified/Qualified.tsx'), 'Qualified'),
    menu: [
      { menu: 'admin', group: 'reports', label: msg`Qualification`, icon: 'qualified' },
      { menu: 'inspector', group: 'reports', label: msg`Qualification`, icon: 'qualified' },
    ],
  },
  {
    path: '/reports/export',
    title: msg`Export Data`,
    access: 'reports.view',
    component: lazyRouteComponent(() => import('#app/screens/export-data/ExportData.tsx'), 'ExportData'),
    menu: [{ menu: 'admin', group: 'reports', label: msg`Export Data`, icon: 'export' }],
  },
] as const satisfies readonly Screen[];
