import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { pageFor } from '#app/lib/client.ts';

/** The number of modules that are offered at a time. The search finds all of them. */
const offered = 50;

/** A chosen module with its title, because a search may not find it again. */
export interface ChosenModule {
  readonly value: string;
  readonly label: string;
}

/** Chooses a module that can be assigned; searched by the server, so that it works with any number of modules. */
export function ModuleSelect({
  taken,
  organizationId,
  chosen,
  onChoose,
  ...input
}: Omit<SelectProps, 'data' | 'filter' | 'searchValue' | 'value' | 'onChange'> & {
  /** Modules that are not offered, because they are already in the matrix. */
  readonly taken: ReadonlySet<number>;
  /** The organization of the matrix: modules of other organizations cannot be added. */
  readonly organizationId: number | null;
  readonly chosen: ChosenModule | null;
  readonly onChoose: (module: ChosenModule | null) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  // The title of the chosen module is not a search.
  const search = q === chosen?.label ? '' : q;
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
  // Results of an earlier search are not offered for this one.
  const searching = modules.isPending || (text !== chosen?.label && text !== q);
  const choices = (modules.data?.rows ?? [])
    .filter(({ id }) => !taken.has(id))
    .map(({ id, title }) => ({ value: String(id), label: title }));
  if (chosen && !choices.some(({ value }) => value === chosen.value)) choices.unshift(chosen);
  return (
    <Select
      {...input}
      data={choices}
      filter={({ options }) => (searching ? [] : options)}
      searchable
      limit={offered + 1}
      onSearchChange={setText}
      value={chosen?.value ?? null}
      onChange={(id, option) => onChoose(id === null ? null : { value: id, label: option?.label ?? '' })}
      nothingFoundMessage={
        searching ? (
          <Trans>Searching...</Trans>
        ) : modules.error ? (
          <Trans>The modules could not be loaded.</Trans>
        ) : (
          <Trans>No such module, or it is already in the matrix.</Trans>
        )
      }
      description={
        modules.data && modules.data.total > offered
          ? t`The first ${offered} are listed. Type a title to find others.`
          : undefined
      }
    />
  );
}
