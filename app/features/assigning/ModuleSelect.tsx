import { Select, Text, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { queryFor } from '#app/lib/client.ts';
import { CalendarDate, EvidenceTime } from '#app/ui/Moment.tsx';

/** The number of modules that are offered at a time. The search finds all of them. */
const offered = 30;

/** A module that can be assigned. */
export type ModuleChoice = ResponseOf<typeof modulesContract.list>[number];

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
  /** The module with its id, so that missing content can be reported. */
  readonly onChange: (id: string | null, module: ModuleChoice | null) => void;
}) {
  const [text, setText] = useState('');
  const [known, setKnown] = useState<Choice | null>(null);
  const [asked] = useDebouncedValue(text, 250);
  // The text of the chosen module is not a search.
  const q = asked.trim() === '' || asked === known?.label ? undefined : asked.trim().slice(0, 200);
  const found = useQuery({
    ...queryFor(modulesContract.list, {
      query: { limit: offered, sort: 'title', assignableTo: personId, ...(q ? { q } : {}) },
    }),
    // The answer may have changed since the dialog was last open.
    staleTime: 0,
    gcTime: 0,
  });
  const hadById = new Map((found.data ?? []).map(({ id, had }) => [String(id), had ?? null]));
  // Results of an earlier search are not offered for this one.
  const searching = found.isPending || (text !== known?.label && text !== asked);
  const rows = (found.data ?? []).map(({ id, title }): Choice => ({ value: String(id), label: title }));
  const data = known && !rows.some(({ value }) => value === known.value) ? [known, ...rows] : rows;
  return (
    <Select
      searchable
      clearable
      openOnFocus={false}
      withAsterisk
      // The server has searched already: its answer is offered unfiltered.
      filter={({ options }) => (searching ? [] : options)}
      renderOption={({ option: { value, label } }) => (
        <div style={{ overflowWrap: 'anywhere' }}>
          {label}
          <AlreadyHad had={hadById.get(value) ?? null} />
        </div>
      )}
      {...input}
      data={data}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        setKnown(data.find(({ value }) => value === id) ?? null);
        input.onChange(id, found.data?.find((module) => String(module.id) === id) ?? null);
      }}
      nothingFoundMessage={searching ? <Trans>Searching...</Trans> : <Trans>No such module.</Trans>}
      error={input.error ?? (found.error ? <Trans>The modules could not be loaded.</Trans> : undefined)}
    />
  );
}

type Had = NonNullable<ResponseOf<typeof modulesContract.list>[number]['had']>;

/** Shows that the person already has the module: open, expired or completed. */
function AlreadyHad({ had }: { readonly had: Had | null }) {
  if (had === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {had.state === 'open' || had.completedAt === null ? (
        <Trans>Already open</Trans>
      ) : had.state === 'expired' && had.validUntil !== null ? (
        <Trans>
          Expired, was valid until <CalendarDate value={had.validUntil} />
        </Trans>
      ) : (
        <Trans>
          Completed on{' '}
          <EvidenceTime value={had.completedAt} timeZone={had.completedTimeZone} kind={had.completionKind} />
        </Trans>
      )}
    </Text>
  );
}
