import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

/** The item of a menu as an anchor, because a link must be one. */
function MenuAnchor(props: MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>) {
  return <Menu.Item component="a" {...props} />;
}

/** A menu item that links to a screen. */
export const MenuLink = createLink(MenuAnchor);
