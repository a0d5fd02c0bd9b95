import type { QueryInput } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import { roles } from '#shared/domain/access/permissions.ts';
import { displayStatuses } from '#shared/domain/people/status.ts';

/** The filters as they stand in the address. */
export interface UserFilterState {
  readonly q: string;
  readonly role: string;
  readonly org: string;
  readonly status: string;
}

/** Everybody. */
export const noFilters: UserFilterState = { q: '', role: '', org: '', status: '' };

type Query = NonNullable<QueryInput<typeof peopleContract.list>>;

/** What the server is asked for; what an address has that is no filter is left out. */
export function filtersOf({ q, role, org, status }: UserFilterState): Query {
  const knownRole = roles.find((one) => one === role);
  const knownStatus = displayStatuses.find((one) => one === status);
  return {
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(knownRole ? { role: knownRole } : {}),
    ...(/^[1-9]\d{0,8}$/.test(org) ? { organizationId: org } : {}),
    ...(knownStatus ? { status: knownStatus } : {}),
    ...(status === 'on' ? { isActive: 'true' } : {}),
    ...(status === 'onboarding' ? { onboardingCompleted: 'false' } : {}),
  };
}

const sorts = ['name', 'organization', 'role', 'status'] as const;

/** The sort that a text of the address means; by name for anything else. */
export function sortOf(text: string): string {
  return sorts.some((key) => text === key || text === `-${key}`) ? text : 'name';
}
