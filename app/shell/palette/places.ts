import type { MessageDescriptor } from '@lingui/core';
import type { Permission } from '#shared/domain/access/permissions.ts';
import type { MenuOrganization } from '#app/shell/menu.ts';
import type { MenuIcon } from '#app/shell/menu-icons.ts';
import type { Screen } from '#app/shell/screen.ts';

/** A screen that the palette offers. */
export interface Place {
  readonly path: string;
  /** Its title; an organization has its own name. */
  readonly title: MessageDescriptor | string;
  readonly icon: MenuIcon | null;
}

/**
 * Returns the screens that a person may open from anywhere (SHELL-08): each screen of the table that the permissions allow and
 * that needs no record, and the documents of each organization in the HR area.
 */
export function placesOf(
  screens: readonly Screen[],
  permissions: readonly Permission[],
  organizations: readonly MenuOrganization[],
): readonly Place[] {
  const places = screens.flatMap(({ path, title, access, sameAs, menu }): Place[] => {
    if (access === 'public' || !permissions.includes(access)) return [];
    if (path === '/' || path.includes('$') || sameAs !== undefined) return [];
    return [{ path, title, icon: menu?.[0]?.icon ?? null }];
  });
  const documents = permissions.includes('hr.view') ? organizations : [];
  return [
    ...places,
    ...documents.map(({ name, slug }): Place => ({
      path: `/hr-org/${slug}`,
      title: name,
      icon: 'documents',
    })),
  ];
}

/** Letters without marks and case: 'Führung' is found by 'fuhrung'. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns whether every typed word is somewhere in the text. */
export function answers(text: string, typed: string): boolean {
  const searched = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
