import { msg } from '@lingui/core/macro';
import { lazyRouteComponent } from '@tanstack/react-router';
import { importScreens } from '#app/shell/public/import-screens.ts';
import { accessScreens } from '#app/shell/public/access-screens.ts';
import { deniedHr, deniedTeam, deniedUsers } from '#app/shell/public/denied-texts.ts';
import { inspectionScreens } from '#app/shell/public/inspection-screens.ts';
import { reportScreens } from '#app/shell/public/report-screens.ts';
import { tokenScreens } from '#app/shell/public/token-screens.ts';
import { trailScreens } from '#app/shell/public/trail-screens.ts';
import { webhookScreens } from '#app/shell/public/webhook-screens.ts';
import { visitorScreens } from '#app/shell/public/visitor-screens.ts';
import type { Screen } from '#app/shell/screen.ts';

const users = {
  title: msg`Users & Roles`,
  access: 'people.manage',
  component: lazyRouteComponent(() => import('#app/screens/users/Users.tsx'), 'Users'),
  denied: deniedUsers,
  sendsHome: true,
  opensSignIn: true,
} as const satisfies Omit<Screen, 'path'>;
/** The one table of paths (SPEC §2.2): guard, sidebar, palette, tab titles and a test read it. Order is menu order. */
export const screens = [
  {
    path: '/landing',
    title: msg`Training that stands up to inspection`,
    access: 'public',
    component: lazyRouteComponent(() => import('#app/screens/landing/Landing.tsx'), 'Landing'),
  },
  {
    path: '/',
    title: msg`Home`,
    access: 'account.own',
    component: lazyRouteComponent(() => import('#app/screens/home/Home.tsx'), 'Home'),
  },
  {
    path: '/Admin-Landing',
    title: msg`Choose a system`,
    access: 'people.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/admin-landing/AdminLanding.tsx'),
      'AdminLanding',
    ),
  },
  {
    path: '/admin',
    title: msg`Training Dashboard`,
    // Inspectors have the compliance dashboard; this one is for people who can act on it.
    access: 'people.manage',
    component: lazyRouteComponent(() => import('#app/screens/admin/Admin.tsx'), 'Admin'),
    menu: [{ menu: 'admin', group: 'administration', label: msg`Dashboard`, icon: 'dashboard' }],
  },
  {
    path: '/users',
    ...users,
    menu: [{ menu: 'admin', group: 'administration', label: msg`Users & Roles`, icon: 'people' }],
  },
  { path: '/users-management', ...users, sameAs: '/users' },
  {
    path: '/organizations',
    title: msg`Organizations`,
    access: 'organizations.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/organizations/Organizations.tsx'),
      'Organizations',
    ),
    menu: [{ menu: 'admin', group: 'administration', label: msg`Organizations`, icon: 'organizations' }],
  },
  ...inspectionScreens,
  ...accessScreens,
  ...importScreens,
  {
    path: '/training-modules',
    title: msg`Training Modules`,
    access: 'modules.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/training-modules/TrainingModules.tsx'),
      'TrainingModules',
    ),
    menu: [{ menu: 'admin', group: 'administration', label: msg`Training Modules`, icon: 'modules' }],
  },
  {
    path: '/training-modules/$moduleId/people',
    title: msg`People of a module`,
    access: 'reports.view',
    component: lazyRouteComponent(
      () => import('#app/screens/module-people/ModulePeople.tsx'),
      'ModulePeople',
    ),
    below: '/training-modules',
  },
  {
    path: '/training-matrix',
    title: msg`Training Matrix`,
    access: 'matrices.manage',
    component: lazyRouteComponent(
      () => import('#app/screens/training-matrix/TrainingMatrix.tsx'),
      'TrainingMatrix',
    ),
    denied: msg`Access Restricted - Admin access required to manage training matrices.`,
    menu: [{ menu: 'admin', group: 'administration', label: msg`Training Matrix`, icon: 'matrix' }],
  },
  {
    path: '/manager',
    title: msg`Manager Dashboard`,
    access: 'team.view',
    component: lazyRouteComponent(() => import('#app/screens/manager/Manager.tsx'), 'Manager'),
    ...deniedTeam,
    menu: [{ menu: 'manager', group: 'management', label: msg`Manager Dashboard`, icon: 'dashboard' }],
  },
  {
    path: '/team',
    title: msg`My Team`,
    access: 'team.view',
    component: lazyRouteComponent(() => import('#app/screens/team/Team.tsx'), 'Team'),
    ...deniedTeam,
    menu: [{ menu: 'manager', group: 'management', label: msg`My Team`, icon: 'team' }],
  },
  {
    path: '/team-reports',
    title: msg`Team Reports`,
    access: 'team.view',
    component: lazyRouteComponent(() => import('#app/screens/team-reports/TeamReports.tsx'), 'TeamReports'),
    ...deniedTeam,
    menu: [{ menu: 'manager', group: 'management', label: msg`Team Reports`, icon: 'report' }],
  },
  {
    path: '/employee',
    title: msg`My Training`,
    access: 'training.own',
    component: lazyRouteComponent(() => import('#app/screens/employee/Employee.tsx'), 'Employee'),
    menu: [{ menu: 'learner', group: 'none', label: msg`Dashboard`, icon: 'dashboard' }],
  },
  {
    path: '/my-assignments',
    title: msg`My Assignments`,
    access: 'training.own',
    component: lazyRouteComponent(
      () => import('#app/screens/my-assignments/MyAssignments.tsx'),
      'MyAssignments',
    ),
    menu: [
      { menu: 'manager', group: 'myTraining', label: msg`My Assignments`, icon: 'assignments' },
      { menu: 'myTraining', group: 'myTraining', label: msg`My Assignments`, icon: 'assignments' },
      { menu: 'learner', group: 'none', label: msg`My Assignments`, icon: 'assignments' },
    ],
  },
  {
    path: '/certificates',
    title: msg`Certificates`,
    access: 'training.own',
    component: lazyRouteComponent(() => import('#app/screens/certificates/Certificates.tsx'), 'Certificates'),
    menu: [
      { menu: 'manager', group: 'myTraining', label: msg`Certificates`, icon: 'certificate' },
      { menu: 'myTraining', group: 'myTraining', label: msg`Certificates`, icon: 'certificate' },
      { menu: 'learner', group: 'none', label: msg`Certificates`, icon: 'certificate' },
    ],
  },
  ...reportScreens,
  {
    path: '/outbox',
    title: msg`Outbox`,
    access: 'operations.manage',
    component: lazyRouteComponent(() => import('#app/screens/outbox/Outbox.tsx'), 'Outbox'),
    menu: [{ menu: 'operations', group: 'operations', label: msg`Outbox`, icon: 'outbox' }],
  },
  {
    path: '/outbox/schedule',
    title: msg`Reminder schedule`,
    access: 'operations.manage',
    component: lazyRouteComponent(() => import('#app/screens/outbox/schedule/Schedule.tsx'), 'Schedule'),
    below: '/outbox',
  },
  {
    path: '/outbox/texts',
    title: msg`Email texts`,
    access: 'operations.manage',
    component: lazyRouteComponent(() => import('#app/screens/outbox/texts/MailTexts.tsx'), 'MailTexts'),
    below: '/outbox',
  },
  ...webhookScreens,
  ...tokenScreens,
  ...trailScreens,
  {
    path: '/hr-dashboard',
    title: msg`HR Dashboard`,
    access: 'hr.view',
    denied: deniedHr,
    component: lazyRouteComponent(() => import('#app/screens/hr-dashboard/HrDashboard.tsx'), 'HrDashboard'),
    menu: [{ menu: 'hr', group: 'documents', label: msg`Dashboard`, icon: 'dashboard' }],
  },
  {
    path: '/hr-cv-repository',
    title: msg`CV Repository`,
    access: 'hr.view',
    denied: deniedHr,
    component: lazyRouteComponent(() => import('#app/screens/hr-cvs/HrCvs.tsx'), 'HrCvs'),
    menu: [{ menu: 'hr', group: 'documents', label: msg`CV Repository`, icon: 'cv' }],
  },
  {
    path: '/hr-consulting-agreements',
    title: msg`Consulting Agreements`,
    access: 'hr.view',
    denied: deniedHr,
    component: lazyRouteComponent(
      () => import('#app/screens/hr-agreements/HrAgreements.tsx'),
      'HrAgreements',
    ),
    menu: [{ menu: 'hr', group: 'documents', label: msg`Consulting Agreements`, icon: 'agreement' }],
  },
  {
    path: '/hr-org/$slug',
    title: msg`Organization Documents`,
    access: 'hr.view',
    denied: deniedHr,
    component: lazyRouteComponent(
      () => import('#app/screens/hr-organization/HrOrganization.tsx'),
      'HrOrganization',
    ),
  },
  {
    path: '/employee/$userId',
    title: msg`Employee`,
    access: 'people.view',
    component: lazyRouteComponent(
      () => import('#app/screens/employee-detail/EmployeeDetail.tsx'),
      'EmployeeDetail',
    ),
    opensSignIn: true,
  },
  {
    path: '/training-module/$moduleId',
    title: msg`Training Module`,
    access: 'modules.view',
    component: lazyRouteComponent(
      () => import('#app/screens/training-module/TrainingModule.tsx'),
      'TrainingModule',
    ),
    bare: true,
  },
  {
    path: '/profile',
    title: msg`Profile`,
    access: 'account.own',
    component: lazyRouteComponent(() => import('#app/screens/profile/Profile.tsx'), 'Profile'),
  },
  {
    path: '/profile/documents',
    title: msg`Documents`,
    access: 'account.own',
    component: lazyRouteComponent(
      () => import('#app/screens/own-documents/OwnDocuments.tsx'),
      'OwnDocuments',
    ),
    menu: [{ menu: 'everyone', group: 'profile', label: msg`Documents`, icon: 'documents' }],
  },
  {
    path: '/settings',
    title: msg`Settings`,
    access: 'account.own',
    component: lazyRouteComponent(() => import('#app/screens/settings/Settings.tsx'), 'Settings'),
  },
  ...visitorScreens,
] as const satisfies readonly Screen[];
