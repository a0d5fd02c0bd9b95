import { addMonths, compareDates, type CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { Permission } from './permissions.ts';

/**
 * The permissions that an API token may have (OPS-06): `organization` those whose calls keep to one organization, `all` those that only a
 * token of the whole installation may have. Passwords, signing identities, HR documents, step-up changes and tokens themselves are none.
 */
export const tokenScopes = {
  'people.list': 'organization',
  'people.view': 'organization',
  'organizations.view': 'organization',
  'organizations.people': 'organization',
  'modules.list': 'organization',
  'modules.view': 'organization',
  'matrices.view': 'organization',
  'assignments.list': 'organization',
  'assignments.assign': 'organization',
  'reports.view': 'organization',
  'dashboard.view': 'organization',
  'audit.view': 'organization',
  'access.view': 'organization',
  'organizations.manage': 'all',
} as const satisfies Partial<Record<Permission, 'organization' | 'all'>>;

/** A permission that an API token may have. */
export type TokenScope = keyof typeof tokenScopes;

/** All of {@link tokenScopes}, in the order of the screen. */
export const everyTokenScope = Object.keys(tokenScopes) as [TokenScope, ...TokenScope[]];

/** Whether a token may have a permission: of one organization, or of the whole installation. */
export function isScopeFor(scope: string, organizationId: number | null): scope is TokenScope {
  const kind = (tokenScopes as Readonly<Record<string, 'organization' | 'all' | undefined>>)[scope];
  return kind !== undefined && (organizationId === null || kind === 'organization');
}

/** A token is valid for at most so many months. */
export const LONGEST_TOKEN_MONTHS = 12;

/** Administrators get an email so many days before a token expires. */
export const TOKEN_WARNING_DAYS = 14;

/** The last day that a token made today may have. */
export const lastTokenDay = (today: CalendarDate): CalendarDate => addMonths(today, LONGEST_TOKEN_MONTHS);

/** Why a token cannot be valid to the end of a day; undefined where it can. */
export function wrongTokenDay(
  today: CalendarDate,
  day: CalendarDate,
): 'day_over' | 'token_too_long' | undefined {
  if (compareDates(day, today) < 0) return 'day_over';
  return compareDates(day, lastTokenDay(today)) > 0 ? 'token_too_long' : undefined;
}

/** What an API token is now: in use, past its last day, revoked, or stopped because its maker is no administrator any more. */
export const tokenStates = ['active', 'expired', 'revoked', 'stopped'] as const;

/** One of {@link tokenStates}. */
export type TokenState = (typeof tokenStates)[number];

/** Calls that a token may make within a minute, on all servers together; more are refused until the next minute. */
export const TOKEN_CALLS_PER_MINUTE = 1200;

/** How a token acts in the audit trail: no account has such an id. */
export const tokenActorId = (id: number): string => `token-${String(id)}`;

/** Whether an actor of the audit trail is an API token. */
export const isTokenActor = (actorId: string): boolean => /^token-\d+$/.test(actorId);
