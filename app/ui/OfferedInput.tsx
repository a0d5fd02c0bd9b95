import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useState } from 'react';

/** A text field that offers names: all of them until something is typed, then those that contain the typed text. */
export function OfferedInput({
  offered,
  ...props
}: Omit<AutocompleteProps, 'data' | 'filter' | 'onInput'> & { readonly offered: readonly string[] }) {
  const [typed, setTyped] = useState('');
  return (
    <Autocomplete
      data={[...offered]}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      filter={({ options, search }) =>
        search === typed
          ? options.filter(
              (option) =>
                'label' in option && option.label.toLowerCase().includes(search.trim().toLowerCase()),
            )
          : options
      }
      {...props}
    />
  );
}
