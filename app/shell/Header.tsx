import { Burger, VisuallyHidden } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Logo } from '#app/brand/Logo.tsx';
import { Suspense } from 'react';
import { isGated, type SessionUser } from '#app/lib/session.ts';
import { headerSlots } from '#app/shell/header-slots.ts';
import classes from '#app/shell/Shell.module.css';
import type { areaOf, MenuOrganization } from '#app/shell/menu.ts';
import { SearchButton } from '#app/shell/palette/SearchButton.tsx';
import { UserMenu } from '#app/shell/UserMenu.tsx';
import { PlainLink } from '#app/ui/links.tsx';

const brandOf = { hr: 'hr', landing: 'product', training: 'training' } as const;

/** The header of every signed-in screen (SPEC §2.3, SHELL-04): logo by area, search, bell, user menu. */
export function Header({
  user,
  area,
  organizations,
  drawerOpened,
  onDrawer,
}: {
  readonly user: SessionUser;
  readonly area: ReturnType<typeof areaOf>;
  /** The organizations of the HR area that the person may open. */
  readonly organizations: readonly MenuOrganization[];
  readonly drawerOpened: boolean;
  readonly onDrawer: () => void;
}) {
  const { t } = useLingui();
  const { Bell } = headerSlots;
  return (
    <header className={classes.header}>
      <Burger
        className={classes.burger}
        size="sm"
        opened={drawerOpened}
        onClick={onDrawer}
        aria-label={t`Open the menu`}
        aria-expanded={drawerOpened}
      />
      <PlainLink to="/" className={classes.logo}>
        <Logo area={brandOf[area]} />
        <VisuallyHidden>
          <Trans>, home</Trans>
        </VisuallyHidden>
      </PlainLink>
      <div className={classes.search}>
        <SearchButton user={user} organizations={organizations} />
      </div>
      {Bell && user.permissions.includes('notifications.own') && !isGated(user) && (
        <Suspense fallback={<span className={classes.bellPlace} />}>
          <Bell />
        </Suspense>
      )}
      <UserMenu user={user} />
    </header>
  );
}
