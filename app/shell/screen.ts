import type { MessageDescriptor } from '@lingui/core';
import type { RouteComponent } from '@tanstack/react-router';
import type { Permission, Role } from '#shared/domain/access/permissions.ts';
import type { MenuIcon } from '#app/shell/menu-icons.ts';
import type { menuGroups } from '#app/shell/menu-groups.ts';

/** The menus of SPEC §2.3 and the additions of SHELL-05 below them. */
export type MenuName = Role | 'hr' | 'inspector' | 'operations' | 'myTraining' | 'everyone';

/** The place of a screen in a menu. */
export interface MenuPlace {
  readonly menu: MenuName;
  readonly group: keyof typeof menuGroups;
  readonly label: MessageDescriptor;
  readonly icon: MenuIcon;
}

/** One screen, with all facts for guard, sidebar, palette and titles. */
export interface Screen {
  readonly path: `/${string}` | '$';
  readonly title: MessageDescriptor;
  /** `public`, or the permission of the permission table (AUTH-13) that opens the screen. */
  readonly access: 'public' | Permission;
  readonly component: RouteComponent;
  readonly menu?: readonly MenuPlace[];
  /** The text for a person without the permission (SPEC §2.8, §2.9, §8); AUTH-13 if SPEC gives no text. */
  readonly denied?: MessageDescriptor;
  /** The text below the title, if SPEC has both. */
  readonly deniedHint?: MessageDescriptor;
  /** SPEC §2.9: the person is sent home after 500 ms. */
  readonly sendsHome?: true;
  /** SPEC §2.9, §2.10: for a visitor without a session the sign-in dialog is open. */
  readonly opensSignIn?: true;
  /** The path of the same screen in the menu (SPEC §2.2). */
  readonly sameAs?: string;
  /** The menu entry to which the screen belongs, and which is marked while it is open. */
  readonly below?: string;
  /** Without header and sidebar: opened in a separate tab. */
  readonly bare?: true;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly screen?: Screen;
  }
}
