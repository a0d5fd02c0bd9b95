import { Select } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { HrOrganization } from '#app/lib/hr-organizations.ts';

/** Filters a screen of the HR area by organization; hidden for people who may open only one. */
export function OrganizationFilter({
  value,
  organizations,
  onChange,
}: {
  /** Id of the organization; empty: all. */
  readonly value: string;
  readonly organizations: readonly HrOrganization[];
  readonly onChange: (id: string) => void;
}) {
  const { t } = useLingui();
  if (organizations.length <= 1 && value === '') return null;
  return (
    <Select
      label={t`Organization`}
      placeholder={t`All organizations`}
      clearable
      clearButtonProps={{ 'aria-label': t`All organizations` }}
      searchable
      w={300}
      maw="100%"
      value={value === '' ? null : value}
      data={organizations.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}
