import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { entryChange, matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import { messages } from '#app/lib/messages.ts';
import { ChangeDialog } from '#app/screens/training-matrix/changes/ChangeDialog.tsx';
import { TermsFields, termsOf, type Terms } from '#app/screens/training-matrix/changes/TermsFields.tsx';
import { useChange } from '#app/screens/training-matrix/changes/use-change.ts';
import type { Matrix, MatrixModule } from '#app/screens/training-matrix/matrices.ts';

const valuesOf = (module: MatrixModule): Terms => ({
  isRequired: module.isRequired,
  daysToDue: module.daysToDue,
  renewalPeriod: module.renewalPeriod ?? '',
  renewalWindow: module.renewalWindow,
});

/** Changes how a matrix requires a module (MTX-02); the people affected are shown before it is saved (MTX-06). */
export function EditModuleDialog({
  matrix,
  module,
  onClose,
}: {
  readonly matrix: Matrix;
  readonly module: MatrixModule;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const change = useChange({
    endpoint: matrixChangesContract.changeEntry,
    target: { params: { matrixId: module.entryId } },
    current: module,
    rules: entryChange,
    valuesOf,
    bodyOf: termsOf,
    success: messages.matrixModuleUpdated,
    onDone: onClose,
  });
  const { form, seen, newer } = change;
  const yesOrNo = (yes: boolean) => (yes ? t`Yes` : t`No`);
  return (
    <ChangeDialog
      change={change}
      title={t`Edit ${module.title}`}
      question={t`Change ${module.title} in ${matrix.name}?`}
      modules={{ moduleIds: [module.moduleId] }}
      changedByOthers={
        newer
          ? [
              [t`Required`, yesOrNo(seen.isRequired), yesOrNo(newer.isRequired)],
              [t`Days to due`, String(seen.daysToDue), String(newer.daysToDue)],
              [
                t`Renewal period in months`,
                String(seen.renewalPeriod ?? '–'),
                String(newer.renewalPeriod ?? '–'),
              ],
              [
                t`Days before expiry that renewal opens`,
                String(seen.renewalWindow),
                String(newer.renewalWindow),
              ],
            ]
          : []
      }
      gone={<Trans>This module is no longer in the matrix. Someone else removed it.</Trans>}
      onClose={onClose}
    >
      <TermsFields form={form} />
      <Text size="sm" c="dimmed">
        <Trans>Existing assignments keep their due date and renewal.</Trans>
      </Text>
    </ChangeDialog>
  );
}
