import type { QueryInput } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import { roles } from '#shared/domain/access/permissions.ts';
import { displayStatuses } from '#shared/domain/people/status.ts';
import { searchOf } from '#app/ui/table/use-list.ts';

/** The filters, as in the address. */
export type UserFilterState = Readonly<Record<keyof typeof noFilters, string>>;

/** All people. */
export const noFilters = { q: '', role: '', org: '', status: '' } as const;

type Query = NonNullable<QueryInput<typeof peopleContract.list>>;

/** Returns the query for the server, without values in the address that are not valid filters. */
export function filtersOf({ q, role, org, status }: UserFilterState): Query {
  const knownRole = roles.find((one) => one === role);
  const knownStatus = displayStatuses.find((one) => one === status);
  return {
    ...searchOf(q),
    ...(knownRole ? { role: knownRole } : {}),
    ...(/^[1-9]\d{0,8}$/.test(org) ? { organizationId: org } : {}),
    ...(knownStatus ? { status: knownStatus } : {}),
    ...(status === 'on' ? { isActive: 'true' } : {}),
    ...(status === 'away' ? { away: 'true' } : {}),
    ...(status === 'onboarding' ? { onboardingCompleted: 'false' } : {}),
  };
}
