import { Suspense } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { Role } from '#shared/domain/access/permissions.ts';
import { useUser } from '#app/lib/session.ts';
import { screenAt } from '#app/router.tsx';
import { PageSkeleton } from '#app/ui/Loading.tsx';

const homes: Readonly<Record<Role, string>> = {
  admin: '/Admin-Landing',
  manager: '/manager',
  learner: '/employee',
};

/** `/` by role (SPEC §2.2, SHELL-03): the choice of the system, the manager's dashboard, or the own training. */
export function Home() {
  const { t } = useLingui();
  const { role } = useUser();
  const Screen = screenAt(homes[role])?.component;
  if (!Screen) throw new Error(`No home for ${role}`);
  return (
    <Suspense fallback={<PageSkeleton label={t`Loading...`} />}>
      <Screen />
    </Suspense>
  );
}
