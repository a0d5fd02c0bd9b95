import { Skeleton, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { peopleContract } from '#shared/contract/people.ts';
import { nameOf } from '#app/features/people/people.ts';
import { PersonSelect } from '#app/features/people/PersonSelect.tsx';
import { queryFor } from '#app/lib/client.ts';

/** A {@link PersonSelect} for a person of whom the address has only the id. */
export function NamedPersonSelect({
  value,
  onChange,
  ...input
}: Omit<SelectProps, 'data' | 'filter' | 'searchValue' | 'value' | 'onChange'> & {
  readonly among: 'managers' | 'everyone';
  /** The id of a person; empty: no person. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  // A person chosen here already has a name.
  const [first] = useState(value);
  const named = useQuery({
    ...queryFor(peopleContract.details, { params: { userId: first } }),
    enabled: /^[\w-]{1,64}$/.test(first),
    retry: false,
  });
  if (first !== '' && named.isPending && named.isFetching)
    return <Skeleton className={typeof input.className === 'string' ? input.className : ''} height={60} />;
  return (
    <PersonSelect
      {...input}
      value={value === '' ? null : value}
      chosen={named.data ? { id: named.data.user.id, name: nameOf(named.data.user) } : undefined}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
