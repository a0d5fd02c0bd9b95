import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';

/**
 * A search field whose text is in the address (UI.md 'Frame'). It applies the text a moment after the last letter, and follows
 * changes of the address.
 */
export function SearchField({
  value,
  label,
  placeholder,
  className,
  onSearch,
}: {
  readonly value: string;
  /** 'Search' by default. */
  readonly label?: string;
  readonly placeholder: string;
  readonly className?: string;
  readonly onSearch: (text: string) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState({ typed: value, sent: value });
  // The person went back, or cleared the filters.
  if (text.sent !== value) setText({ typed: value, sent: value });
  const search = useDebouncedCallback((typed: string) => {
    setText((before) => ({ ...before, sent: typed }));
    onSearch(typed);
  }, 250);
  return (
    <TextInput
      className={className ?? ''}
      label={label ?? t`Search`}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden />}
      type="search"
      maxLength={200}
      value={text.typed}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value;
        setText((before) => ({ ...before, typed }));
        search(typed);
      }}
    />
  );
}
