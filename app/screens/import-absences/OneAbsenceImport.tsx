import { Stack } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { absenceImportsContract as contract } from '#shared/contract/absence-imports.ts';
import { absenceFields, refuseAbsenceMapping } from '#shared/domain/assignments/absence-import/fields.ts';
import { CancelButton, ImportHead, ImportPage, whileBusy } from '#app/features/imports/ImportPage.tsx';
import { CheckButton } from '#app/features/imports/CheckButton.tsx';
import { ColumnSelects } from '#app/features/imports/ColumnSelects.tsx';
import { DayOrderSelect } from '#app/features/imports/DayOrderSelect.tsx';
import { isOpen, notDone } from '#app/features/imports/state-looks.ts';
import { queryFor } from '#app/lib/client.ts';
import { useCommand } from '#app/lib/query.ts';
import { fieldLabels, importsAt, type AbsenceImport } from '#app/screens/import-absences/absence-imports.ts';
import { AbsenceResult } from '#app/screens/import-absences/AbsenceResult.tsx';
import { Section } from '#app/ui/PageHeader.tsx';

/** /users/import-absences/:id (USR-10): columns, check, effect, confirmation, progress and result of one import. */
export function OneAbsenceImport() {
  const { absenceImportId = '' } = useParams({ strict: false });
  const imports = useImports();
  const query = useQuery({ ...queryFor(contract.get, { params: { id: absenceImportId } }), ...whileBusy });
  return (
    <ImportPage query={query} commands={contract} imports={imports}>
      {(one) => <Loaded import={one} />}
    </ImportPage>
  );
}

const useImports = () => {
  const { t } = useLingui();
  return { title: t`Import absences`, to: importsAt };
};

function Loaded({ import: one }: { readonly import: AbsenceImport }) {
  const imports = useImports();
  const cancel = useCommand(contract.cancel, { failure: notDone });
  return (
    <>
      <ImportHead
        import={one}
        imports={imports}
        actions={
          isOpen(one.state) && (
            <CancelButton busy={cancel.isPending} onCancel={() => cancel.mutate({ params: { id: one.id } })}>
              <Trans>Cancel import</Trans>
            </CancelButton>
          )
        }
        changed={
          <Trans>
            Absences or trainings changed after you confirmed, so nothing was recorded. This is the new
            effect. Review and confirm it again.
          </Trans>
        }
      />
      {(one.state === 'uploaded' || one.state === 'checked') && (
        <Section title={<Trans>Columns</Trans>}>
          <Columns key={`${String(one.id)} ${one.checkedAt ?? ''}`} import={one} />
        </Section>
      )}
      {one.figures !== null && (one.state === 'checked' || one.state === 'done') && (
        <AbsenceResult import={one} figures={one.figures} />
      )}
    </>
  );
}

function Columns({ import: one }: { readonly import: AbsenceImport }) {
  const [mapping, setMapping] = useState(one.mapping);
  const [options, setOptions] = useState(one.options);
  const check = useCommand(contract.check, { failure: notDone });
  return (
    <Stack gap="md">
      <ColumnSelects
        import={one}
        fields={absenceFields}
        labels={fieldLabels}
        mapping={mapping}
        onChange={setMapping}
      />
      <DayOrderSelect value={options.dayOrder} onChange={(dayOrder) => setOptions({ dayOrder })} />
      <CheckButton
        state={one.state}
        wrong={refuseAbsenceMapping(mapping, one.headings)}
        busy={check.isPending}
        onCheck={() => check.mutate({ params: { id: one.id }, body: { mapping, options } })}
      />
    </Stack>
  );
}
