import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { queryFor } from '#app/lib/client.ts';

/** Organization and user filters of SPEC §2.12; they live in the address. */
export function ReportFilters({
  org,
  q,
  onChange,
}: {
  readonly org: string;
  readonly q: string;
  readonly onChange: (changes: { readonly org?: string; readonly q?: string }) => void;
}) {
  const { t } = useLingui();
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000 } }),
  );
  const [text, setText] = useState(q);
  const search = useDebouncedCallback((value: string) => onChange({ q: value }), 250);
  const choices = [
    { value: 'all', label: t`All organizations` },
    ...(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Group gap="sm" align="end">
      <Select
        label={t`Organization`}
        data={choices}
        value={org}
        onChange={(value) => onChange({ org: value ?? 'all' })}
        searchable
        allowDeselect={false}
        style={{ flex: '1 1 240px', maxWidth: 360 }}
        error={organizations.error ? t`The organizations could not be loaded.` : undefined}
      />
      <TextInput
        label={t`User`}
        placeholder={t`Name or email`}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          search(currentTarget.value);
        }}
        type="search"
        maxLength={200}
        style={{ flex: '1 1 240px', maxWidth: 360 }}
      />
      {(org !== 'all' || q !== '') && (
        <Button
          variant="subtle"
          onClick={() => {
            setText('');
            onChange({ org: 'all', q: '' });
          }}
        >
          <Trans>Clear Filters</Trans>
        </Button>
      )}
    </Group>
  );
}
