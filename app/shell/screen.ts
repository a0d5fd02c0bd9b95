import type { MessageDescriptor } from '@lingui/core';
import type { RouteComponent } from '@tanstack/react-router';
import type { Permission, Role } from '#shared/domain/access/permissions.ts';
import type { MenuIcon } from '#app/shell/menu-icons.ts';
import type { menuGroups } from '#app/shell/menu-groups.ts';

/** The menus of SPEC §2.3 and what SHELL-05 adds below them. */
export type MenuName = Role | 'hr' | 'inspector' | 'operations' | 'myTraining' | 'everyone';

/** Where a screen is in a menu. */
export interface MenuPlace {
  readonly menu: MenuName;
  readonly group: keyof typeof menuGroups;
  readonly label: MessageDescriptor;
  readonly icon: MenuIcon;
}

/** One screen: everything that guard, sidebar, palette and titles need to know of it. */
export interface Screen {
  readonly path: `/${string}` | '$';
  readonly title: MessageDescriptor;
  /** Everybody, or the permission of the permission table (AUTH-13) that opens it. */
  readonly access: 'public' | Permission;
  readonly component: RouteComponent;
  readonly menu?: readonly MenuPlace[];
  /** What a person without the permission reads (SPEC §2.8, §2.9, §8); AUTH-13 where SPEC gives no text. */
  readonly denied?: MessageDescriptor;
  /** What is below it, where SPEC has a title and a text. */
  readonly deniedHint?: MessageDescriptor;
  /** SPEC §2.9: the person is sent home after 500 ms. */
  readonly sendsHome?: true;
  /** SPEC §2.9, §2.10: a visitor without a session finds the sign-in dialog open. */
  readonly opensSignIn?: true;
  /** The path under which the menu knows the same screen (SPEC §2.2). */
  readonly sameAs?: string;
  /** The entry of the menu below which it lies, and which is marked while it is open. */
  readonly below?: string;
  /** Without header and sidebar: opened in its own tab. */
  readonly bare?: true;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: Screen;
  }
}
