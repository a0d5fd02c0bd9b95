import { Checkbox, Select, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsContract } from '#shared/contract/organizations.ts';
import { peopleImportsContract as contract } from '#shared/contract/people-imports.ts';
import { importFields, refuseMapping } from '#shared/domain/people/import/fields.ts';
import type { ImportOptions } from '#shared/domain/people/import/plan-types.ts';
import { CheckButton } from '#app/features/imports/CheckButton.tsx';
import { ColumnSelects } from '#app/features/imports/ColumnSelects.tsx';
import { notDone } from '#app/features/imports/state-looks.ts';
import { queryFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import { fieldLabels, type PeopleImport } from '#app/screens/import-people/imports.ts';

/** The field of each column, and the other options of an import (USR-06). */
export function ColumnsStep({ import: one }: { readonly import: PeopleImport }) {
  const { t } = useLingui();
  const [mapping, setMapping] = useState(one.mapping);
  const [options, setOptions] = useState<ImportOptions>(one.options);
  const organizations = useQuery(
    queryFor(organizationsContract.list, { query: { sort: 'name', limit: 1000, isActive: 'true' } }),
  );
  const check = useCommand(contract.check, { failure: notDone });
  const wrong = refuseMapping(mapping, one.headings);
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
      <ColumnSelects
        import={one}
        fields={importFields}
        labels={fieldLabels}
        mapping={mapping}
        onChange={setMapping}
      />
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
      <CheckButton
        state={one.state}
        wrong={wrong}
        busy={check.isPending}
        onCheck={() => check.mutate({ params: { id: one.id }, body: { mapping, options } })}
      />
    </Stack>
  );
}
