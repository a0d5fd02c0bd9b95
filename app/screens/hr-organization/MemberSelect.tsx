import { MultiSelect, Select, type ComboboxData } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { hrCvsContract } from '#shared/contract/hr-cvs.ts';
import { MAX_READERS } from '#shared/contract/hr-documents.ts';
import { pageFor } from '#app/lib/client.ts';

/** The number of people that are offered at a time. The search finds all of them. */
const offered = 50;

interface Member {
  readonly id: string;
  readonly name: string;
}

/** The people of an organization who match a text, and the chosen people, who keep their names. */
function useMembers(organizationId: number, text: string, chosen: readonly Member[]) {
  const [q] = useDebouncedValue(text.trim(), 250);
  const search = chosen.some(({ name }) => name === q) ? '' : q.slice(0, 200);
  const people = useQuery(
    pageFor(hrCvsContract.list, {
      query: {
        organizationId: String(organizationId),
        sort: 'name',
        limit: offered,
        ...(search === '' ? {} : { q: search }),
      },
    }),
  );
  const rows = people.data?.rows ?? [];
  const nothing: ReactNode = people.isFetching ? (
    <Trans>Searching...</Trans>
  ) : people.error ? (
    <Trans>The people could not be loaded.</Trans>
  ) : (
    <Trans>No one in the organization has this name.</Trans>
  );
  const kept = chosen.filter(({ id }) => !rows.some((row) => row.id === id));
  const data: ComboboxData = [
    ...kept.map(({ id, name }) => ({ value: id, label: name })),
    ...rows.map((row) => ({
      value: row.id,
      label:
        chosen.find(({ id }) => id === row.id)?.name ??
        [row.name, row.departmentName].filter(Boolean).join(' · '),
    })),
  ];
  const more = people.data && people.data.total > rows.length ? rows.length : null;
  return { data, nothing, more };
}

/** Chooses the owner of a document among the people of the organization (HR-04), searched by the server. */
export function OwnerSelect({
  organizationId,
  chosen: first,
  ...input
}: {
  readonly organizationId: number;
  /** The owner when the form opens. */
  readonly chosen?: Member | undefined;
  readonly description?: ReactNode;
  readonly value?: string;
  readonly error?: ReactNode;
  readonly onChange?: (id: string, name: string) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [known, setKnown] = useState(first);
  const { data, nothing } = useMembers(
    organizationId,
    text,
    known && known.id === input.value ? [known] : [],
  );
  return (
    <Select
      {...input}
      label={t`Owner`}
      placeholder={t`Name or email`}
      value={input.value || null}
      data={data}
      filter={({ options }) => options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t`No owner` }}
      onSearchChange={setText}
      nothingFoundMessage={nothing}
      onChange={(id, option) => {
        setKnown(id === null ? undefined : { id, name: option?.label ?? '' });
        input.onChange?.(id ?? '', option?.label ?? '');
      }}
    />
  );
}

/** Chooses people of the organization by name (HR-04), searched by the server. */
export function ReaderSelect({
  organizationId,
  chosen,
  error,
  onChange,
}: {
  readonly organizationId: number;
  readonly chosen: readonly Member[];
  readonly error?: ReactNode;
  readonly onChange: (chosen: readonly Member[]) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const { data, nothing, more } = useMembers(organizationId, text, chosen);
  const nameOf = (id: string) =>
    data.flatMap((one) => (typeof one === 'object' && 'value' in one && one.value === id ? [one.label] : []));
  return (
    <MultiSelect
      label={t`People`}
      placeholder={t`Name or email`}
      description={more === null ? undefined : t`The first ${more} are listed. Type a name to find others.`}
      data={data}
      value={chosen.map(({ id }) => id)}
      error={error}
      filter={({ options }) => options}
      searchable
      clearable
      hidePickedOptions
      maxValues={MAX_READERS}
      clearButtonProps={{ 'aria-label': t`Remove everyone` }}
      onSearchChange={setText}
      nothingFoundMessage={nothing}
      onChange={(ids) => onChange(ids.map((id) => ({ id, name: nameOf(id)[0] ?? id })))}
    />
  );
}
