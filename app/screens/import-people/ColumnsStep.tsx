import { Button, Checkbox, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { importFields, refuseMapping, type ImportField } from '#shared/domain/people/import/fields.ts';
import type { ImportOptions } from '#shared/domain/people/import/plan-types.ts';
import { notDone } from '#app/features/imports/state-looks.ts';
import { queryFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { fieldLabels, type PeopleImport } from '#app/screens/import-people/imports.ts';
import { DialogFailure } from '#app/ui/ConfirmDialog.tsx';

/** The field of each column, and the other options of an import (USR-06). */
export function ColumnsStep({ import: one }: { readonly import: PeopleImport }) {
  const { t, i18n } = useLingui();
  const [mapping, setMapping] = useState(one.mapping);
  const [options, setOptions] = useState<ImportOptions>(one.options);
  const [tried, setTried] = useState(false);
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000, isActive: 'true' } }),
  );
  const check = useCommand(contract.check, { failure: notDone });
  const wrong = refuseMapping(mapping, one.headings);
  const choose = (field: ImportField, column: string | null): void => {
    const { [field]: _, ...others } = mapping;
    setMapping(column === null ? others : { ...others, [field]: Number(column) });
  };
  const columns = one.headings.flatMap((heading, column) =>
    one.secretColumns.includes(column)
      ? []
      : [{ value: String(column), label: heading === '' ? t`Column ${column + 1}` : heading }],
  );
  const example = (field: ImportField): string => {
    const column = mapping[field];
    if (column === undefined) return t`Not in the file`;
    return (
      one.samples.map((cells) => cells[column] ?? '').find((cell) => cell.trim() !== '') ?? t`Empty cells`
    );
  };
  const option = (
    name: Exclude<keyof ImportOptions, 'organizationId'>,
    label: string,
    description?: string,
  ) => (
    <Checkbox
      label={label}
      description={description}
      checked={options[name]}
      onChange={({ currentTarget }) => setOptions({ ...options, [name]: currentTarget.checked })}
    />
  );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        <Trans>
          An empty cell of a department, job title or manager removes it from the person. Other empty cells
          change nothing.
        </Trans>
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {importFields.map((field) => (
          <Select
            key={field}
            label={i18n._(fieldLabels[field])}
            description={example(field)}
            inputWrapperOrder={['label', 'input', 'description']}
            styles={{ description: { overflowWrap: 'anywhere' } }}
            data={columns}
            value={mapping[field] === undefined ? null : String(mapping[field])}
            placeholder={t`No column`}
            clearable
            searchable
            onChange={(column) => choose(field, column)}
          />
        ))}
      </SimpleGrid>
      <Select
        label={t`Organization of new people`}
        description={t`For rows that name no organization.`}
        data={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={options.organizationId === null ? null : String(options.organizationId)}
        placeholder={t`No organization`}
        clearable
        searchable
        maw={420}
        onChange={(id) => setOptions({ ...options, organizationId: id === null ? null : Number(id) })}
      />
      {option('createDepartments', t`Create departments that do not exist`)}
      {option('createJobTitles', t`Allow job titles that nobody has yet`)}
      {option('raiseManagers', t`Give the role Manager to people of the file who are named as managers`)}
      {option(
        'completeFile',
        t`The file contains everybody`,
        t`Active people of its organizations who are missing in it are proposed for deactivation. You decide when you confirm.`,
      )}
      {tried && wrong !== null && <DialogFailure>{reasonText(wrong)}</DialogFailure>}
      <div>
        <Button
          leftSection={<IconListCheck size={18} aria-hidden />}
          variant={one.state === 'checked' ? 'default' : 'filled'}
          loading={check.isPending}
          onClick={() => {
            setTried(true);
            if (wrong === null) check.mutate({ params: { id: one.id }, body: { mapping, options } });
          }}
        >
          {one.state === 'checked' ? <Trans>Check again</Trans> : <Trans>Check the file</Trans>}
        </Button>
      </div>
    </Stack>
  );
}
