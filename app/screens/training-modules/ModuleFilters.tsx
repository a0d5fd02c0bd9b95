import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ViewChanges } from '#app/screens/training-modules/library-view.ts';
import classes from '#app/screens/training-modules/Modules.module.css';
import { familyChoices } from '#app/screens/training-modules/modules.ts';
import type { Library } from '#app/screens/training-modules/use-library.ts';

/** Search and the four filters of SPEC §2.7; the address keeps them. */
export function ModuleFilters({ library }: { readonly library: Library }) {
  const { t } = useLingui();
  const { view, change, categories, families, matrices } = library;
  const known = (categories.data ?? []).map(({ name }) => name);
  // The category in the address is offered even before the categories are loaded.
  const named = ['', 'none', ...known].includes(view.category) ? known : [...known, view.category];
  const choose = (name: keyof ViewChanges) => (value: string | null) => change({ [name]: value ?? '' });
  return (
    <div className={classes.filters}>
      <SearchField value={view.q} onChange={(q) => change({ q })} />
      <Select
        label={t`Training Category`}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        data={[
          { value: '', label: t`All Categories` },
          ...named.map((name) => ({ value: name, label: name })),
          { value: 'none', label: t`Without a category` },
        ]}
        value={view.category}
        onChange={choose('category')}
        error={categories.error ? t`The categories could not be loaded.` : undefined}
      />
      <Select
        label={t`Organization family`}
        allowDeselect={false}
        data={[{ value: '', label: t`All families` }, ...familyChoices(families.data ?? [])]}
        value={view.family}
        onChange={choose('family')}
        error={families.error ? t`The families could not be loaded.` : undefined}
      />
      <Select
        label={t`Content`}
        allowDeselect={false}
        data={[
          { value: 'all', label: t`All modules` },
          { value: 'files', label: t`With uploaded files` },
          { value: 'empty', label: t`Empty modules` },
        ]}
        value={view.content}
        onChange={choose('content')}
      />
      <Select
        label={t`Training matrix`}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        data={[
          { value: 'all', label: t`All modules` },
          { value: 'any', label: t`In any matrix` },
          { value: 'none', label: t`Not in a matrix` },
          ...(matrices.data ?? []).map((matrix) => ({
            value: String(matrix.id),
            label: [matrix.name, matrix.departmentName, matrix.organizationName].filter(Boolean).join(' · '),
          })),
        ]}
        value={view.matrix}
        onChange={choose('matrix')}
        error={matrices.error ? t`The matrices could not be loaded.` : undefined}
      />
    </div>
  );
}

function SearchField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (q: string) => void;
}) {
  const { t } = useLingui();
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const search = useDebouncedCallback((q: string) => {
    sent.current = q;
    onChange(q);
  }, 250);
  useEffect(() => {
    // Changes made elsewhere, by a chip or by Back, are applied here too; text that is being typed stays.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  return (
    <TextInput
      label={t`Search`}
      placeholder={t`Title, reference or description`}
      leftSection={<IconSearch size={16} aria-hidden />}
      type="search"
      value={text}
      maxLength={200}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}
