import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { bulkLimits } from '#shared/domain/assignments/bulk.ts';
import { isWithoutContent } from '#app/features/assigning/missing-content.ts';
import { MissingContentNote } from '#app/features/assigning/MissingContent.tsx';
import { queryFor } from '#app/lib/client.ts';

/** The number of modules that are offered at a time. The search finds all of them. */
const offered = 30;

/** Modules by id with their titles. */
export type ChosenModules = ReadonlyMap<number, string>;

/** Chooses modules, searched by the server among any number (MTX-05). */
export function ModulesSelect({
  chosen,
  onChange,
  warns = false,
  ...input
}: Pick<MultiSelectProps, 'label' | 'placeholder' | 'description' | 'error' | 'withAsterisk'> & {
  readonly chosen: ChosenModules;
  readonly onChange: (chosen: ChosenModules) => void;
  /** Names the chosen modules without content that people could start. */
  readonly warns?: boolean;
}) {
  const [text, setText] = useState('');
  const [empty, setEmpty] = useState<ReadonlySet<number>>(new Set());
  const [asked] = useDebouncedValue(text.trim().slice(0, 200), 250);
  const found = useQuery({
    ...queryFor(modulesContract.list, {
      query: { limit: offered, sort: 'title', retired: 'false', ...(asked ? { q: asked } : {}) },
    }),
    placeholderData: (previous) => previous,
  });
  const titles = new Map<number, string>(chosen);
  for (const { id, title } of found.data ?? []) titles.set(id, title);
  const choose = (ids: readonly string[]): void => {
    const without = (found.data ?? []).filter(isWithoutContent).map(({ id }) => id);
    setEmpty(new Set([...empty, ...without]));
    onChange(new Map(ids.map((id) => [Number(id), titles.get(Number(id)) ?? id])));
  };
  const missing = [...chosen].flatMap(([id, title]) => (empty.has(id) ? [title] : []));
  return (
    <>
      <MultiSelect
        searchable
        clearable
        openOnFocus={false}
        maxValues={bulkLimits.modules}
        // The server has searched already: its answer is offered unfiltered.
        filter={({ options }) => options}
        {...input}
        data={[...titles].map(([id, title]) => ({ value: String(id), label: title }))}
        value={[...chosen.keys()].map(String)}
        searchValue={text}
        onSearchChange={setText}
        onChange={choose}
        nothingFoundMessage={<Trans>No such module.</Trans>}
        error={input.error ?? (found.error ? <Trans>The modules could not be loaded.</Trans> : undefined)}
      />
      {warns && missing.length > 0 && (
        <MissingContentNote modules={chosen.size} empty={missing.length} titles={missing} />
      )}
    </>
  );
}
