import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { queryFor } from '#app/lib/client.ts';
import type { Chosen } from '#app/screens/training-modules/modules.ts';

/** Finds one module among thousands by a part of its title. */
export function ModulePicker({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
}) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [asked] = useDebouncedValue(text, 250);
  const found = useQuery({
    ...queryFor(moduleLibraryContract.names, {
      query: {
        retired: 'false',
        limit: 50,
        ...(asked.trim() === '' || asked === chosen?.title ? {} : { q: asked.slice(0, 200) }),
      },
    }),
    placeholderData: (previous) => previous,
  });
  const rows = found.data ?? [];
  const offered = chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows;
  return (
    <Select
      label={label}
      searchable
      clearable
      openOnFocus={false}
      // The server has searched already: its answer is offered unfiltered.
      filter={({ options }) => options}
      data={offered.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={value === null ? null : String(value)}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        setChosen(offered.find((module) => String(module.id) === id) ?? null);
        onChange(id === null ? null : Number(id));
      }}
      nothingFoundMessage={<Trans>No such module.</Trans>}
      error={found.error ? <Trans>The modules could not be loaded.</Trans> : undefined}
    />
  );
}
