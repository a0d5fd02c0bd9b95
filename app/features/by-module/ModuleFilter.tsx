import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modulePeopleContract } from '#shared/contract/module-people.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { queryFor } from '#app/lib/client.ts';

/** The number of modules that are offered at a time. The search finds all of them. */
const offered = 30;

/** Filters a list or report by one module, searched by the server; the id is in the address (RPT-01, CMP-01, RPT-03). */
export function ModuleFilter({
  value,
  onChange,
  ...input
}: Omit<SelectProps, 'data' | 'filter' | 'searchValue' | 'onSearchChange' | 'onChange' | 'value'> & {
  /** The id of a module; empty: all modules. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<{ readonly value: string; readonly label: string } | null>(null);
  const [asked] = useDebouncedValue(text, 250);
  const isKnown = picked?.value === value;
  // The address has only the id of the module.
  const named = useQuery({
    ...queryFor(modulePeopleContract.figures, { params: { id: value } }),
    enabled: !isKnown && /^[1-9]\d{0,8}$/.test(value),
  });
  const label = isKnown ? picked.label : (named.data?.module.title ?? t`Module ${value}`);
  const isSearch = text.trim() !== '' && text !== label;
  const found = useQuery(
    queryFor(modulesContract.list, {
      query: {
        limit: offered,
        sort: 'title',
        ...(isSearch && asked.trim() !== '' && asked !== label ? { q: asked.trim().slice(0, 200) } : {}),
      },
    }),
  );
  const searching = found.isPending || (isSearch && text !== asked);
  const rows = (found.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  const data = value === '' || rows.some((row) => row.value === value) ? rows : [{ value, label }, ...rows];
  return (
    <Select
      label={t`Module`}
      placeholder={t`All modules`}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t`All modules` }}
      // The server has searched already: its answer is offered unfiltered.
      filter={({ options }) => (searching ? [] : options)}
      {...input}
      data={data}
      value={value === '' ? null : value}
      onSearchChange={setText}
      onChange={(id, option) => {
        setPicked(id === null ? null : { value: id, label: option?.label ?? '' });
        onChange(id ?? '');
      }}
      nothingFoundMessage={searching ? <Trans>Searching...</Trans> : <Trans>No such module.</Trans>}
      error={found.error ? <Trans>The modules could not be loaded.</Trans> : undefined}
    />
  );
}
