import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { pageFor } from '#app/lib/client.ts';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';

/** The number of people that are offered at a time. The search finds all of them. */
const offered = 50;

/**
 * Chooses a person in reach. The server searches, so that it works with any number of people. `managers` (USR-02) offers only
 * managers and administrators, but neither the person nor people below them. `parties` (HR-03) offers people who can be the other
 * party of an agreement. `everyone` offers the whole reach, to filter a list (AUD-03).
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
  /** The person chosen when the form opens, shown before any search. */
  readonly chosen?: { readonly id: string; readonly name: string } | undefined;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 250);
  const [known, setKnown] = useState(chosen);
  const { value } = input;
  // The text of the chosen person is not a search.
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
  // Results of the earlier text are not offered: a quick Enter would choose one of them.
  const isSearching = text !== '' && text !== known?.name && (text !== q || people.isFetching);
  const offers = {
    managers: (managers.data?.rows ?? []).map((person) => ({ id: person.id, label: labelOf(person) })),
    // Two people with the same name are distinguished by their email.
    parties: (parties.data?.rows ?? []).map(({ id, name, email }) => ({ id, label: `${name} · ${email}` })),
  };
  const rows = among === 'parties' ? offers.parties : offers.managers;
  // The chosen person keeps one label: another label would replace what is being typed.
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
