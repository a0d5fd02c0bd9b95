import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { pageFor } from '#app/lib/client.ts';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';

/** How many people are offered at a time; the search finds the others. */
const offered = 50;

/**
 * Chooses a person of the reach, searched by the server, so that it works with any number of people. For a manager (USR-02)
 * managers and administrators only, neither the person nor anybody below; for an agreement (HR-03) anybody who is here; `everyone`: of the whole reach, to narrow a list (AUD-03).
 */
export function PersonSelect({
  among = 'managers',
  managerOf,
  chosen,
  ...input
}: Omit<SelectProps, 'data' | 'filter' | 'searchValue'> & {
  readonly among?: 'managers' | 'parties' | 'everyone';
  /** The person whose manager is chosen; none for a new one. */
  readonly managerOf?: string | undefined;
  /** Who is chosen when the form opens, to be shown before anybody is searched for. */
  readonly chosen?: { readonly id: string; readonly name: string } | undefined;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  const [known, setKnown] = useState(chosen);
  const { value } = input;
  // The text of the chosen person is no search.
  const search = known && q === known.name ? '' : q;
  const query = { limit: offered, ...(search === '' ? {} : { q: search }) };
  const managers = useQuery({
    ...pageFor(peopleContract.list, {
      query: {
        ...query,
        sort: 'name',
        ...(among === 'managers' && { canManage: 'true' }),
        ...(managerOf === undefined ? {} : { managerOf }),
      },
    }),
    enabled: among !== 'parties',
  });
  const parties = useQuery({
    ...pageFor(hrAgreementsContract.parties, { query }),
    enabled: among === 'parties',
  });
  const people = among === 'parties' ? parties : managers;
  // Those of the text before are no choice: a quick Enter would take one of them.
  const isSearching = text !== '' && text !== known?.name && (text !== q || people.isFetching);
  const offers = {
    managers: (managers.data?.rows ?? []).map((person) => ({ id: person.id, label: labelOf(person) })),
    // Two of the same name are distinguished by their address.
    parties: (parties.data?.rows ?? []).map(({ id, name, email }) => ({ id, label: `${name} · ${email}` })),
  };
  const rows = among === 'parties' ? offers.parties : offers.managers;
  // The chosen person keeps one label: another one would take the place of what is being typed.
  const choices = rows.map(({ id, label }) => ({ value: id, label: id === known?.id ? known.name : label }));
  if (known && known.id === value && !choices.some((choice) => choice.value === known.id)) {
    choices.unshift({ value: known.id, label: known.name });
  }
  return (
    <Select
      {...input}
      data={choices}
      filter={({ options }) => (isSearching ? [] : options)}
      searchable
      clearable={value !== '' && value != null}
      limit={offered + 1}
      onSearchChange={setText}
      onChange={(id, option) => {
        setKnown(id === null ? undefined : { id, name: option?.label ?? '' });
        input.onChange?.(id, option);
      }}
      nothingFoundMessage={
        isSearching || people.isFetching ? (
          <Trans>Searching...</Trans>
        ) : people.error ? (
          <Trans>The people could not be loaded.</Trans>
        ) : among === 'managers' ? (
          <Trans>No managers available</Trans>
        ) : (
          <Trans>No one found</Trans>
        )
      }
      description={
        among !== 'everyone' && people.data && people.data.total > rows.length
          ? t`The first ${rows.length} are listed. Type a name to find others.`
          : input.description
      }
    />
  );
}

function labelOf(person: PersonRow): string {
  return [nameOf(person), person.jobTitle].filter(Boolean).join(' · ');
}
