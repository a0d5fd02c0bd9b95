import { Drawer, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouterState } from '@tanstack/react-router';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { queryFor } from '#app/lib/client.ts';
import { isGated, type SessionUser } from '#app/lib/session.ts';
import { Logo } from '#app/brand/Logo.tsx';
import { screens } from '#app/router.tsx';
import { Header } from '#app/shell/Header.tsx';
import { areaOf, menuOf, type MenuOrganization } from '#app/shell/menu.ts';
import type { Screen } from '#app/shell/screen.ts';
import classes from '#app/shell/Shell.module.css';
import { Sidebar } from '#app/shell/Sidebar.tsx';

/** Header, sidebar and the place of the screen (SPEC §2.3, UI.md 'Frame'). */
export function Shell({
  user,
  screen,
  children,
}: {
  readonly user: SessionUser;
  readonly screen: Screen | undefined;
  readonly children: ReactNode;
}) {
  const { t } = useLingui();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [opened, drawer] = useDisclosure(false);
  const main = useFocusOnArrival(path);
  const waiting = useRouterState({ select: ({ status }) => status === 'pending' });
  const area = areaOf(path, user.role);
  const organizations = useHrOrganizations(user);
  const groups = menuOf(screens, user, path, organizations);
  const menu = (onGo?: () => void) => (
    <Sidebar
      groups={groups}
      path={path}
      sameAs={screen?.sameAs ?? screen?.below}
      role={user.role}
      onGo={onGo}
    />
  );
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        <Trans>Skip to content</Trans>
      </a>
      {waiting && <div className={classes.waiting} aria-hidden="true" />}
      <Header
        user={user}
        area={area}
        organizations={organizations}
        drawerOpened={opened}
        onDrawer={drawer.toggle}
      />
      <aside className={classes.sidebar}>
        <div className={classes.sidebarInner}>{menu()}</div>
      </aside>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={288}
        padding="sm"
        styles={{ body: { paddingTop: 12 } }}
        title={
          <>
            <VisuallyHidden>{t`Menu`}</VisuallyHidden>
            <Logo area={area === 'hr' ? 'hr' : 'training'} size={30} />
          </>
        }
        hiddenFrom="md"
      >
        {menu(drawer.close)}
      </Drawer>
      <main ref={main} id="content" className={classes.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** A new page takes the focus, so that the keyboard and screen readers continue there and not in the menu. */
function useFocusOnArrival(path: string): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

/**
 * Returns the organizations whose documents the person may open (HR-04): all for administrators, otherwise those of the person's
 * grants.
 */
function useHrOrganizations(user: SessionUser): readonly MenuOrganization[] {
  const { data } = useQuery({
    ...queryFor(organizationsContract.list, { query: { isActive: 'true', sort: 'name', limit: 1000 } }),
    enabled: user.permissions.includes('hr.view') && !isGated(user),
  });
  if (!data) return [];
  if (user.role === 'admin') return data;
  const own = new Set(user.grants.flatMap((grant) => (grant.kind === 'hr' ? [grant.organizationId] : [])));
  return data.filter((organization) => own.has(organization.id));
}
