import { Button, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { pastFields, refusePastMapping, type PastField } from '#shared/domain/assignments/past/fields.ts';
import { notDone } from '#app/features/imports/state-looks.ts';
import { useCommand } from '#app/lib/query.ts';
import { reasonText } from '#app/lib/reasons.ts';
import { fieldLabels, type PastImport } from '#app/screens/import-completions/past-imports.ts';
import { DialogFailure } from '#app/ui/ConfirmDialog.tsx';

/**
 * Assigns the columns to fields. It also lets the person choose the format of the days, and the source of rows without one
 * (USR-09).
 */
export function PastColumns({ import: one }: { readonly import: PastImport }) {
  const { t, i18n } = useLingui();
  const [mapping, setMapping] = useState(one.mapping);
  const [options, setOptions] = useState(one.options);
  const [tried, setTried] = useState(false);
  const check = useCommand(contract.check, { failure: notDone });
  const wrong = refusePastMapping(mapping, one.headings);
  const choose = (field: PastField, column: string | null): void => {
    const { [field]: _, ...others } = mapping;
    setMapping(column === null ? others : { ...others, [field]: Number(column) });
  };
  const columns = one.headings.map((heading, column) => ({
    value: String(column),
    label: heading === '' ? t`Column ${column + 1}` : heading,
  }));
  const example = (field: PastField): string => {
    const column = mapping[field];
    if (column === undefined) return t`Not in the file`;
    return (
      one.samples.map((cells) => cells[column] ?? '').find((cell) => cell.trim() !== '') ?? t`Empty cells`
    );
  };
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {pastFields.map((field) => (
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
      <TextInput
        label={t`Source of rows that name none`}
        description={t`For example Moodle, or the name of a binder. It is shown with each completion.`}
        value={options.source}
        maxLength={200}
        maw={420}
        onChange={({ currentTarget }) => setOptions({ ...options, source: currentTarget.value })}
      />
      <Select
        label={t`Dates such as 03/04/2024`}
        data={[
          { value: 'day_first', label: t`Day first: 3 April` },
          { value: 'month_first', label: t`Month first: March 4` },
        ]}
        value={options.dayOrder}
        allowDeselect={false}
        maw={420}
        onChange={(order) =>
          setOptions({ ...options, dayOrder: order === 'month_first' ? order : 'day_first' })
        }
      />
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
