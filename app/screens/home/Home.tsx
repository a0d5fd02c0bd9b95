import { Suspense } from 'react';
import { useLingui } from '@lingui/react/macro';
import { lazyRouteComponent, Navigate } from '@tanstack/react-router';
import type { Role } from '#shared/domain/access/permissions.ts';
import { useUser } from '#app/lib/session.ts';
import { PageSkeleton } from '#app/ui/Loading.tsx';

const homes = {
  admin: lazyRouteComponent(() => import('#app/screens/admin-landing/AdminLanding.tsx'), 'AdminLanding'),
  manager: lazyRouteComponent(() => import('#app/screens/manager/Manager.tsx'), 'Manager'),
  learner: lazyRouteComponent(() => import('#app/screens/employee/Employee.tsx'), 'Employee'),
} satisfies Record<Role, unknown>;

/** `/` by role (SPEC §2.2, SHELL-03): the choice of the system, the manager's dashboard, their own training, or the inspection (INS-01). */
export function Home() {
  const { t } = useLingui();
  const { role, hasTrainings, grants } = useUser();
  // People who only inspect have no content of their own here.
  if (role === 'learner' && !hasTrainings && grants.some(({ kind }) => kind === 'inspector'))
    return <Navigate to="/inspection" replace />;
  const Screen = homes[role];
  return (
    <Suspense fallback={<PageSkeleton label={t`Loading...`} />}>
      <Screen />
    </Suspense>
  );
}
