import { addMonths, compareDates, type CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { Permission } from './permissions.ts';

/**
 * The permissions that an API token may have (OPS-06). The calls of `organization` are limited to one organization. Only a token
 * of the whole installation may have those of `all`. Passwords, signing identities, HR documents, step-up changes and tokens
 * themselves are excluded.
 */
export const tokenScopes = {
  'people.list': 'organization',
  'people.view': 'organization',
  'people.provision': 'organization',
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

/** Returns whether a token may have a permission: of one organization, or of the whole installation. */
export function isScopeFor(scope: string, organizationId: number | null): scope is TokenScope {
  const kind = (tokenScopes as Readonly<Record<string, 'organization' | 'all' | undefined>>)[scope];
  return kind !== undefined && (organizationId === null || kind === 'organization');
}

/** The maximum validity of a token in months. */
export const LONGEST_TOKEN_MONTHS = 12;

/** The number of days before a token expires at which administrators get an email. */
export const TOKEN_WARNING_DAYS = 14;

/** Returns the last possible day of a token created today. */
export const lastTokenDay = (today: CalendarDate): CalendarDate => addMonths(today, LONGEST_TOKEN_MONTHS);

/** Returns why a token cannot be valid to the end of a day; undefined if it can. */
export function wrongTokenDay(
  today: CalendarDate,
  day: CalendarDate,
): 'day_over' | 'token_too_long' | undefined {
  if (compareDates(day, today) < 0) return 'day_over';
  return compareDates(day, lastTokenDay(today)) > 0 ? 'token_too_long' : undefined;
}

/** The state of an API token: active, past its last day, revoked, or stopped because its creator is no longer an administrator. */
export const tokenStates = ['active', 'expired', 'revoked', 'stopped'] as const;

/** One of {@link tokenStates}. */
export type TokenState = (typeof tokenStates)[number];

/** Calls that a token may make within a minute, on all servers together; more are refused until the next minute. */
export const TOKEN_CALLS_PER_MINUTE = 1200;

/** Returns the id of a token as actor in the audit trail: no account has such an id. */
export const tokenActorId = (id: number): string => `token-${String(id)}`;

/** Returns whether an actor of the audit trail is an API token. */
export const isTokenActor = (actorId: string): boolean => /^token-\d+$/.test(actorId);
