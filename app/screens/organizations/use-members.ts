import { useQueries } from '@tanstack/react-query';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { queryFor } from '#app/lib/client.ts';
import { pageSize, shownMembers, type OrganizationRow } from '#app/screens/organizations/organizations.ts';

/** A person as the cards list them. */
export type MemberRow = ResponseOf<typeof organizationsContract.people>[string][number];

/** The first members of the cards, as far as they have been loaded. */
export interface Members {
  /** Undefined while they are loading. */
  readonly of: (organizationId: number) => readonly MemberRow[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * The first members of the shown organizations, one call per page of cards and only when organizations exist (SPEC §7):
 * regardless of the number of people, an answer is as short as its cards.
 */
export function useMembers(organizations: readonly OrganizationRow[]): Members {
  const pages = Array.from({ length: Math.ceil(organizations.length / pageSize) }, (_, page) =>
    organizations.slice(page * pageSize, (page + 1) * pageSize),
  );
  const queries = useQueries({
    queries: pages.map((page) =>
      queryFor(organizationsContract.people, {
        query: { organizationIds: page.map(({ id }) => id).join(','), limit: shownMembers },
      }),
    ),
  });
  return {
    of: (organizationId) =>
      queries.map(({ data }) => data?.[String(organizationId)]).find((members) => members !== undefined),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => {
      for (const query of queries) if (query.error) void query.refetch();
    },
  };
}
