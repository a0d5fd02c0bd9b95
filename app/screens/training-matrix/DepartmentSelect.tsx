import { Select, type SelectProps } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { queryFor } from '#app/lib/client.ts';

/** Chooses a department: of one organization, or of all with the name of its organization. */
export function DepartmentSelect({
  organizationId,
  ...input
}: Omit<SelectProps, 'data'> & { readonly organizationId?: number | null | undefined }) {
  const { t } = useLingui();
  const departments = useQuery(
    queryFor(organizationsContract.departments, {
      query: {
        sort: 'name',
        limit: 1000,
        ...(organizationId == null ? {} : { organizationId: String(organizationId) }),
      },
    }),
  );
  return (
    <Select
      searchable
      openOnFocus={false}
      data={(departments.data ?? []).map(({ id, name, organizationName }) => ({
        value: String(id),
        label: organizationId == null ? `${name} · ${organizationName}` : name,
      }))}
      nothingFoundMessage={<Trans>No such department.</Trans>}
      {...input}
      error={departments.error ? t`The departments could not be loaded.` : input.error}
    />
  );
}
