import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconLogout, IconSettings, IconUser } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { addressedName } from '#shared/domain/people/name-changes.ts';
import type { SessionUser } from '#app/lib/session.ts';
import classes from '#app/shell/Shell.module.css';
import { MenuLink } from '#app/ui/MenuLink.tsx';
import { UserAvatar } from '#app/ui/UserAvatar.tsx';

/** Profile, Settings and Sign out (SPEC §2.3); signing out leaves the page, so that no data of the person stays in it. */
export function UserMenu({ user }: { readonly user: SessionUser }) {
  const name = addressedName(user) || user.email;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <UserAvatar
            firstName={user.firstName}
            lastName={user.lastName}
            imageUrl={user.profileImageUrl}
            size={32}
          />
          <span className={classes.userName} aria-hidden="true">
            {name}
          </span>
          <VisuallyHidden>
            <Trans>Account of {name}</Trans>
          </VisuallyHidden>
          <IconChevronDown size={15} aria-hidden className={classes.userArrow} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.userFacts}>
          <Text size="sm" fw={600} className="tt-truncate">
            {name}
          </Text>
          <Text size="xs" c="dimmed" className="tt-truncate">
            {user.email}
          </Text>
          {user.organizationName && (
            <Text size="xs" c="dimmed" className="tt-truncate">
              {user.organizationName}
            </Text>
          )}
        </div>
        <Menu.Divider />
        <MenuLink to="/profile" leftSection={<IconUser size={16} aria-hidden />}>
          <Trans>Profile</Trans>
        </MenuLink>
        <MenuLink to="/settings" leftSection={<IconSettings size={16} aria-hidden />}>
          <Trans>Settings</Trans>
        </MenuLink>
        <Menu.Divider />
        <Menu.Item component="a" href="/api/logout" leftSection={<IconLogout size={16} aria-hidden />}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
