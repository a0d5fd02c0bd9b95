import { useQuery } from '@tanstack/react-query';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { queryFor } from '#app/lib/client.ts';
import { useUser } from '#app/lib/session.ts';

/** An organization whose HR area a person may open. */
export interface HrOrganization {
  readonly id: number;
  readonly name: string;
}

/** Returns whether a text of an address is the id of a record. */
export const isId = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/**
 * Returns the organizations whose HR area the person may open (HR-05): all active ones for administrators, otherwise those of the
 * person's grants.
 */
export function useHrOrganizations(): readonly HrOrganization[] {
  const user = useUser();
  const isAdmin = user.role === 'admin';
  const { data } = useQuery({
    ...queryFor(organizationsContract.list, { query: { isActive: 'true', sort: 'name', limit: 1000 } }),
    enabled: isAdmin,
  });
  if (isAdmin) return data ?? [];
  return user.grants.flatMap(({ kind, organizationId: id, organizationName: name }) =>
    kind === 'hr' ? [{ id, name }] : [],
  );
}
