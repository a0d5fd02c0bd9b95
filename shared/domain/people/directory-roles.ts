import type { Role } from '#shared/domain/access/permissions.ts';

/** The roles that a group of a company directory may give (OPS-06). Never administrator: no machine makes one. */
export const directoryRoles = ['manager'] as const;

/** One of {@link directoryRoles}. */
export type DirectoryRole = (typeof directoryRoles)[number];

/** The role of a person, and whether a group gave it. */
export interface GivenRole {
  readonly role: Role;
  readonly byGroup: boolean;
}

/**
 * Returns the role of a person after a change of groups (OPS-06): a group gives a role to learners only, and withdraws only a role that
 * a group gave. Administrators, and managers whom an administrator chose, stay what they are.
 */
export function roleByGroups(now: GivenRole, ofGroups: DirectoryRole | null): GivenRole {
  if (now.role === 'admin') return { role: 'admin', byGroup: false };
  if (ofGroups !== null) return now.role === 'learner' ? { role: ofGroups, byGroup: true } : now;
  return now.role === 'manager' && now.byGroup
    ? { role: 'learner', byGroup: false }
    : { ...now, byGroup: false };
}
