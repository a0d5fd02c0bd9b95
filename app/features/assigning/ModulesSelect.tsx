import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { bulkLimits } from '#shared/domain/assignments/bulk.ts';
import { queryFor } from '#app/lib/client.ts';

/** How many modules are offered at a time; the search finds the others. */
const offered = 30;

/** Modules by id with their titles. */
export type ChosenModules = ReadonlyMap<number, string>;

/** Chooses modules, searched by the server among any number (MTX-05). */
export function ModulesSelect({
  chosen,
  onChange,
  ...input
}: Pick<MultiSelectProps, 'label' | 'placeholder' | 'description' | 'error' | 'withAsterisk'> & {
  readonly chosen: ChosenModules;
  readonly onChange: (chosen: ChosenModules) => void;
}) {
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim().slice(0, 200), 250);
  const found = useQuery({
    ...queryFor(modulesContract.list, {
      query: { limit: offered, sort: 'title', retired: 'false', ...(asked ? { q: asked } : {}) },
    }),
    placeholderData: (previous) => previous,
  });
  const titles = new Map<number, string>(chosen);
  for (const { id, title } of found.data ?? []) titles.set(id, title);
  return (
    <MultiSelect
      searchable
      clearable
      openOnFocus={false}
      maxValues={bulkLimits.modules}
      // The server has searched: what it answers is offered as it comes.
      filter={({ options }) => options}
      {...input}
      data={[...titles].map(([id, title]) => ({ value: String(id), label: title }))}
      value={[...chosen.keys()].map(String)}
      searchValue={text}
      onSearchChange={setText}
      onChange={(ids) => onChange(new Map(ids.map((id) => [Number(id), titles.get(Number(id)) ?? id])))}
      nothingFoundMessage={<Trans>No such module.</Trans>}
      error={input.error ?? (found.error ? <Trans>The modules could not be loaded.</Trans> : undefined)}
    />
  );
}
