import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { pageFor } from '#app/lib/client.ts';

/** How many modules are offered at a time; the search finds the others. */
const offered = 50;

/** Chooses a module that can be assigned; searched by the server, so that it works with any number of modules. */
export function ModuleSelect({
  taken,
  organizationId,
  ...input
}: Omit<SelectProps, 'data' | 'filter' | 'searchValue'> & {
  /** Modules that are not offered, since they are there already. */
  readonly taken: ReadonlySet<number>;
  /** Of the matrix: modules of other organizations do not fit it. */
  readonly organizationId: number | null;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  const [known, setKnown] = useState<{ readonly value: string; readonly label: string } | null>(null);
  // The title of the chosen module is no search.
  const search = q === known?.label ? '' : q;
  const modules = useQuery(
    pageFor(moduleLibraryContract.names, {
      query: {
        active: 'true',
        retired: 'false',
        fits: organizationId === null ? 'none' : String(organizationId),
        limit: offered,
        ...(search === '' ? {} : { q: search.slice(0, 200) }),
      },
    }),
  );
  // What another search has found is not offered for this one.
  const searching = modules.isPending || (text !== known?.label && text !== q);
  const choices = (modules.data?.rows ?? [])
    .filter(({ id }) => !taken.has(id))
    .map(({ id, title }) => ({ value: String(id), label: title }));
  if (known && known.value === input.value && !choices.some(({ value }) => value === known.value)) {
    choices.unshift(known);
  }
  return (
    <Select
      {...input}
      data={choices}
      filter={({ options }) => (searching ? [] : options)}
      searchable
      limit={offered + 1}
      onSearchChange={setText}
      onChange={(id, option) => {
        setKnown(id === null ? null : { value: id, label: option?.label ?? '' });
        input.onChange?.(id, option);
      }}
      nothingFoundMessage={
        searching ? (
          <Trans>Searching...</Trans>
        ) : modules.error ? (
          <Trans>The modules could not be loaded.</Trans>
        ) : (
          <Trans>No such module that is not in the matrix already.</Trans>
        )
      }
      description={
        modules.data && modules.data.total > offered
          ? t`The first ${offered} are offered. Type a title to find others.`
          : undefined
      }
    />
  );
}
