import { Select } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { pageFor } from '#app/lib/client.ts';

/** Filters a list by one training matrix; the id is in the address (MTX-09, INS-02). Only for people who may read matrices. */
export function MatrixFilter({
  className,
  value,
  onChange,
}: {
  readonly className: string;
  /** The id of a matrix; empty: all matrices. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const { t } = useLingui();
  const found = useQuery(pageFor(curriculaContract.matrices, { query: { sort: 'name', limit: '1000' } }));
  return (
    <Select
      className={className}
      label={t`Training Matrix`}
      placeholder={t`All training matrices`}
      data={(found.data?.rows ?? []).map(({ id, name, organizationName }) => ({
        value: String(id),
        label: organizationName === null ? name : `${name} (${organizationName})`,
      }))}
      value={value === '' ? null : value}
      onChange={(matrix) => onChange(matrix ?? '')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t`All training matrices` }}
      error={found.error ? t`The training matrices could not be loaded.` : undefined}
    />
  );
}
