import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { queryFor } from '#app/lib/client.ts';

/** How many modules are offered at a time; the search finds the others. */
const offered = 30;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Chooses a module that can be assigned to a person, searched by the server among any number (MTX-05). */
export function ModuleSelect({
  personId,
  ...input
}: Omit<SelectProps, 'data' | 'filter' | 'searchValue' | 'onSearchChange' | 'onChange'> & {
  readonly personId: string;
  readonly onChange: (id: string | null) => void;
}) {
  const [text, setText] = useState('');
  const [known, setKnown] = useState<Choice | null>(null);
  const [asked] = useDebouncedValue(text, 250);
  // The text of the chosen module is no search.
  const q = asked.trim() === '' || asked === known?.label ? undefined : asked.trim().slice(0, 200);
  const found = useQuery(
    queryFor(modulesContract.list, {
      query: { limit: offered, sort: 'title', assignableTo: personId, ...(q ? { q } : {}) },
    }),
  );
  // What another search has found is not offered for this one.
  const searching = found.isPending || (text !== known?.label && text !== asked);
  const rows = (found.data ?? []).map(({ id, title }): Choice => ({ value: String(id), label: title }));
  const data = known && !rows.some(({ value }) => value === known.value) ? [known, ...rows] : rows;
  return (
    <Select
      searchable
      clearable
      openOnFocus={false}
      withAsterisk
      // The server has searched: what it answers is offered as it comes.
      filter={({ options }) => (searching ? [] : options)}
      {...input}
      data={data}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        setKnown(data.find(({ value }) => value === id) ?? null);
        input.onChange(id);
      }}
      nothingFoundMessage={searching ? <Trans>Searching...</Trans> : <Trans>No such module.</Trans>}
      error={input.error ?? (found.error ? <Trans>The modules could not be loaded.</Trans> : undefined)}
    />
  );
}
