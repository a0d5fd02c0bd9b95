import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Permission, Role } from '#shared/domain/access/permissions.ts';
import type { MenuIcon } from '#app/shell/menu-icons.ts';
import type { MenuName, Screen } from '#app/shell/screen.ts';

/** The headings of the menus (SPEC §2.3); `none` stands for entries without one. */
export const menuGroups = {
  none: null,
  administration: msg`Administration`,
  reports: msg`Reports & Analytics`,
  management: msg`Management`,
  myTraining: msg`My Training`,
  documents: msg`Document Management`,
  organizationDocuments: msg`Organization Documents`,
  operations: msg`Operations`,
} as const satisfies Record<string, MessageDescriptor | null>;

/** An entry of the sidebar; organizations bring their own name. */
export interface MenuEntry {
  readonly to: string;
  readonly label: MessageDescriptor | string;
  readonly icon: MenuIcon;
}

/** Entries under a heading. */
export interface MenuGroup {
  readonly heading: MessageDescriptor | null;
  readonly entries: readonly MenuEntry[];
}

/** What the menu must know of the person. */
export interface MenuSubject {
  readonly role: Role;
  readonly permissions: readonly Permission[];
  readonly grants: readonly { readonly kind: 'hr' | 'inspector' }[];
}

/** An organization whose documents the HR menu offers (HR-04). */
export interface MenuOrganization {
  readonly name: string;
  readonly slug: string;
}

/** Where the person is: HR dashboard area, admin landing, or the training area (SPEC §2.3 'the logo varies by area'). */
export function areaOf(path: string, role: Role): 'hr' | 'landing' | 'training' {
  if (path.includes('/hr-dashboard') || path.startsWith('/hr-')) return 'hr';
  if ((path === '/' && role === 'admin') || path.toLowerCase().includes('/admin-landing')) return 'landing';
  return 'training';
}

const homes: Readonly<Record<Role, string>> = { admin: '/admin', manager: '/manager', learner: '/employee' };

/** True when an entry is where the person is; `/` counts as the Dashboard of the role (SPEC §2.3). */
export function isActive(entry: string, path: string, role: Role, sameAs?: string): boolean {
  const here = path === '/' ? homes[role] : path;
  return entry === here || entry === sameAs;
}

function groupsOf(screens: readonly Screen[], menu: MenuName): MenuGroup[] {
  const groups = new Map<keyof typeof menuGroups, MenuEntry[]>();
  for (const screen of screens) {
    for (const place of screen.menu ?? []) {
      if (place.menu !== menu) continue;
      const entries = groups.get(place.group) ?? [];
      entries.push({ to: screen.path, label: place.label, icon: place.icon });
      groups.set(place.group, entries);
    }
  }
  return [...groups].map(([group, entries]) => ({ heading: menuGroups[group], entries }));
}

function hrGroups(
  screens: readonly Screen[],
  organizations: readonly MenuOrganization[],
): readonly MenuGroup[] {
  const entries = organizations.map(({ name, slug }): MenuEntry => ({
    to: `/hr-org/${slug}`,
    label: name,
    icon: 'documents',
  }));
  const documents = entries.length > 0 ? [{ heading: menuGroups.organizationDocuments, entries }] : [];
  return [...groupsOf(screens, 'hr'), ...documents];
}

/**
 * The sidebar of a person at a path (SPEC §2.3, SHELL-05): the HR menu in the HR area for those who may be there,
 * else the role's menu, and below it what grants and administration add.
 */
export function menuOf(
  screens: readonly Screen[],
  subject: MenuSubject,
  path: string,
  organizations: readonly MenuOrganization[],
): readonly MenuGroup[] {
  const mayHr = subject.permissions.includes('hr.view');
  if (areaOf(path, subject.role) === 'hr' && mayHr) return hrGroups(screens, organizations);
  const groups: MenuGroup[] = groupsOf(screens, subject.role);
  if (subject.role === 'admin') return [...groups, ...groupsOf(screens, 'operations')];
  const has = (kind: 'hr' | 'inspector') => subject.grants.some((grant) => grant.kind === kind);
  if (has('inspector')) groups.push(...groupsOf(screens, 'inspector'));
  if (has('hr')) groups.push(...hrGroups(screens, organizations));
  return groups;
}
