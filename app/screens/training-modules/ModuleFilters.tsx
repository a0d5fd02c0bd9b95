import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modulesContract } from '#shared/contract/modules.ts';
import { queryFor } from '#app/lib/client.ts';

/** Grows to the full width of a phone, stays small beside others. */
const selectStyle = { flex: '1 1 200px', maxWidth: 360 };

/** Search, category and content status of SPEC §2.7; they live in the address. */
export function ModuleFilters({
  view,
  onChange,
}: {
  readonly view: { readonly q: string; readonly category: string; readonly content: string };
  readonly onChange: (changes: { q?: string; category?: string; content?: string }) => void;
}) {
  const { t } = useLingui();
  const categories = useQuery(queryFor(modulesContract.categories));
  const [text, setText] = useState(view.q);
  const search = useDebouncedCallback((q: string) => onChange({ q }), 250);
  const filtered = view.q !== '' || view.category !== '' || view.content !== 'all';
  return (
    <Group gap="sm" align="end">
      <TextInput
        label={t`Search`}
        placeholder={t`Title, reference or description`}
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
        value={text}
        maxLength={200}
        style={{ flex: '2 1 260px', maxWidth: 420 }}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          search(currentTarget.value);
        }}
      />
      <Select
        label={t`Training Category`}
        style={selectStyle}
        data={[
          { value: '', label: t`All Categories` },
          ...(categories.data ?? []).map(({ name }) => ({ value: name, label: name })),
        ]}
        value={view.category}
        allowDeselect={false}
        onChange={(category) => onChange({ category: category ?? '' })}
        error={categories.error ? t`The categories could not be loaded.` : undefined}
      />
      <Select
        label={t`Content`}
        style={selectStyle}
        data={[
          { value: 'all', label: t`All modules` },
          { value: 'files', label: t`With uploaded files` },
          { value: 'empty', label: t`Empty modules` },
        ]}
        value={view.content}
        allowDeselect={false}
        onChange={(content) => onChange({ content: content ?? 'all' })}
      />
      {filtered && (
        <Button
          variant="subtle"
          onClick={() => {
            setText('');
            onChange({ q: '', category: '', content: 'all' });
          }}
        >
          <Trans>Clear Filters</Trans>
        </Button>
      )}
    </Group>
  );
}
