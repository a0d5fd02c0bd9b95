import { Stack, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { pastImportsContract as contract } from '#shared/contract/past-imports.ts';
import { pastFields, refusePastMapping } from '#shared/domain/assignments/past/fields.ts';
import { CheckButton } from '#app/features/imports/CheckButton.tsx';
import { ColumnSelects } from '#app/features/imports/ColumnSelects.tsx';
import { DayOrderSelect } from '#app/features/imports/DayOrderSelect.tsx';
import { notDone } from '#app/features/imports/state-looks.ts';
import { useCommand } from '#app/lib/query.ts';
import { fieldLabels, type PastImport } from '#app/screens/import-completions/past-imports.ts';

/**
 * Assigns the columns to fields. It also lets the person choose the format of the days, and the source of rows without one
 * (USR-09).
 */
export function PastColumns({ import: one }: { readonly import: PastImport }) {
  const { t } = useLingui();
  const [mapping, setMapping] = useState(one.mapping);
  const [options, setOptions] = useState(one.options);
  const check = useCommand(contract.check, { failure: notDone });
  const wrong = refusePastMapping(mapping, one.headings);
  return (
    <Stack gap="md">
      <ColumnSelects
        import={one}
        fields={pastFields}
        labels={fieldLabels}
        mapping={mapping}
        onChange={setMapping}
      />
      <TextInput
        label={t`Source of rows that name none`}
        description={t`For example Moodle, or the name of a binder. It is shown with each completion.`}
        value={options.source}
        maxLength={200}
        maw={420}
        onChange={({ currentTarget }) => setOptions({ ...options, source: currentTarget.value })}
      />
      <DayOrderSelect
        value={options.dayOrder}
        onChange={(dayOrder) => setOptions({ ...options, dayOrder })}
      />
      <CheckButton
        state={one.state}
        wrong={wrong}
        busy={check.isPending}
        onCheck={() => check.mutate({ params: { id: one.id }, body: { mapping, options } })}
      />
    </Stack>
  );
}
