import type { MessageDescriptor } from '@lingui/core';
import type { Permission, Role } from '#shared/domain/access/permissions.ts';
import type { MenuIcon } from '#app/shell/menu-icons.ts';
import { menuGroups } from '#app/shell/menu-groups.ts';
import type { MenuName, Screen } from '#app/shell/screen.ts';

/** An entry of the sidebar; an organization has its own name as the label. */
export interface MenuEntry {
  readonly to: string;
  readonly label: MessageDescriptor | string;
  readonly icon: MenuIcon;
  /** The title of the screen: used as its name if the menu already has an entry with the same label. */
  readonly title?: MessageDescriptor;
}

/** Entries under a heading. */
export interface MenuGroup {
  readonly heading: MessageDescriptor | null;
  readonly entries: readonly MenuEntry[];
}

/** The facts of the person that the menu needs. */
export interface MenuSubject {
  readonly role: Role;
  readonly permissions: readonly Permission[];
  readonly grants: readonly { readonly kind: 'hr' | 'inspector' }[];
  /** Whether the person has or had any assignments. */
  readonly hasTrainings: boolean;
}

/** An organization whose documents the HR menu offers (HR-04). */
export interface MenuOrganization {
  readonly name: string;
  readonly slug: string;
}

/** Returns the area of a path: HR dashboard area, admin landing, or the training area (SPEC §2.3 'the logo varies by area'). */
export function areaOf(path: string, role: Role): 'hr' | 'landing' | 'training' {
  if (path.includes('/hr-dashboard') || path.startsWith('/hr-')) return 'hr';
  if ((path === '/' && role === 'admin') || path.toLowerCase().includes('/admin-landing')) return 'landing';
  return 'training';
}

const homes: Readonly<Record<Role, string>> = { admin: '/admin', manager: '/manager', learner: '/employee' };

/** Returns whether an entry is the person's current place; `/` counts as the Dashboard of the role (SPEC §2.3). */
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
      entries.push({ to: screen.path, label: place.label, icon: place.icon, title: screen.title });
      groups.set(place.group, entries);
    }
  }
  return [...groups].map(([group, entries]) => ({ heading: menuGroups[group], entries }));
}

/** Returns the groups of the HR area, and the documents of these organizations. */
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
 * Returns the menu groups of a role: the entries of SPEC §2.3, and those for operations, inspections and an administrator's own
 * training.
 */
function roleGroups(screens: readonly Screen[], { role, grants, hasTrainings }: MenuSubject): MenuGroup[] {
  const groups = groupsOf(screens, role);
  if (role === 'admin') groups.push(...groupsOf(screens, 'operations'));
  if (grants.some(({ kind }) => kind === 'inspector')) groups.push(...groupsOf(screens, 'inspector'));
  if (role === 'admin' && hasTrainings) groups.push(...groupsOf(screens, 'myTraining'));
  return groups;
}

/**
 * Returns the sidebar of a person at a path (SPEC §2.3, SHELL-05). It starts with the HR menu in the HR area if the person may
 * open it, otherwise with the menu of the role. All other areas of the person's role and grants follow, with the person's own
 * training and documents, so that each can be reached from every screen. No address is listed twice, and no two entries have the
 * same name.
 */
export function menuOf(
  screens: readonly Screen[],
  subject: MenuSubject,
  path: string,
  organizations: readonly MenuOrganization[],
): readonly MenuGroup[] {
  const own = roleGroups(screens, subject);
  const profile = groupsOf(screens, 'everyone');
  if (!subject.permissions.includes('hr.view')) return withoutRepeats([...own, ...profile]);
  if (areaOf(path, subject.role) === 'hr') {
    // The entries of a learner have no heading; below other entries they need one.
    const named = own.map((group) => ({ ...group, heading: group.heading ?? menuGroups.myTraining }));
    return withoutRepeats([...hrGroups(screens, organizations), ...named, ...profile]);
  }
  // Administrators reach the documents of all organizations from the HR area; nine more entries would hide their own.
  const hr = hrGroups(screens, subject.role === 'admin' ? [] : organizations);
  return withoutRepeats([...own, ...hr, ...profile]);
}

/**
 * Removes repeated addresses and labels from groups: a second 'Dashboard' gets the title of its screen. Groups without entries
 * are dropped.
 */
function withoutRepeats(groups: readonly MenuGroup[]): readonly MenuGroup[] {
  const seen = new Set<string>();
  const labels = new Set<string>();
  return groups.flatMap(({ heading, entries }) => {
    const fresh = entries.filter(({ to }) => !seen.has(to));
    for (const { to } of fresh) seen.add(to);
    const named = fresh.map((entry) => {
      const own = idOf(entry.label);
      if (entry.title && labels.has(own)) return { ...entry, label: entry.title };
      labels.add(own);
      return entry;
    });
    return named.length > 0 ? [{ heading, entries: named }] : [];
  });
}

const idOf = (label: MenuEntry['label']): string => (typeof label === 'string' ? label : label.id);
