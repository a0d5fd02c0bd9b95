import type { GrantKind, Role } from '../access/permissions.ts';

/** The profiles of the policy, chosen by `POLICY` (AUTH-07). */
export const passwordProfiles = ['standard', 'regulated'] as const;

/** A profile of the policy (AUTH-07). */
export type PasswordProfile = (typeof passwordProfiles)[number];

/** All differences between the profiles: the one policy object of AUTH-07. */
export interface AccountPolicy {
  readonly profile: PasswordProfile;
  /** Least characters of a password that is the only factor. */
  readonly minLength: number;
  /** Minimum characters for people with two-factor. */
  readonly minLengthWithTwoFactor: number;
  readonly maxLength: number;
  /** Failures after which only an administrator unlocks; null for growing delays alone (AUTH-11). */
  readonly lockAfterFailures: number | null;
  /** Whether corrections and role changes are refused without a reason. */
  readonly asksReasons: boolean;
  /** Roles that must have two-factor. */
  readonly twoFactorRoles: readonly Role[];
  /** Grants in addition to the role that require two-factor (AUTH-19). */
  readonly twoFactorGrants: readonly GrantKind[];
}

/** The longest password in characters (AUTH-07). */
export const PASSWORD_MAX = 128;

/** The shortest password of a person, in characters (SPEC §5, §9). */
export const PASSWORD_MIN = 8;

/** The minimum length of a password that an administrator types, trimmed (SPEC §5, §9; AUTH-08). */
export const MANUAL_PASSWORD_MIN = 6;

/** The two profiles (AUTH-07). */
export const accountPolicies: Readonly<Record<PasswordProfile, AccountPolicy>> = {
  standard: {
    profile: 'standard',
    minLength: PASSWORD_MIN,
    minLengthWithTwoFactor: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    lockAfterFailures: null,
    asksReasons: false,
    twoFactorRoles: [],
    twoFactorGrants: [],
  },
  regulated: {
    profile: 'regulated',
    minLength: 15,
    minLengthWithTwoFactor: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    lockAfterFailures: 10,
    asksReasons: true,
    twoFactorRoles: ['admin', 'manager'],
    twoFactorGrants: ['hr', 'inspector'],
  },
};

/** Returns whether a profile requires two-factor of a person, by role or by an active grant (AUTH-07, AUTH-19). */
export function needsTwoFactor(
  profile: PasswordProfile,
  person: { readonly role: Role; readonly grants: readonly { readonly kind: GrantKind }[] },
): boolean {
  const { twoFactorRoles, twoFactorGrants } = accountPolicies[profile];
  return (
    twoFactorRoles.includes(person.role) || person.grants.some(({ kind }) => twoFactorGrants.includes(kind))
  );
}

/** Minimum characters of a new password in a profile, with two-factor or without (AUTH-07). */
export function minPasswordLength(profile: PasswordProfile, twoFactor: boolean): number {
  const { minLength, minLengthWithTwoFactor } = accountPolicies[profile];
  return twoFactor ? minLengthWithTwoFactor : minLength;
}
