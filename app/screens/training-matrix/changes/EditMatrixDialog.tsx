import { Text, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { matrixChange, matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import { JobTitleInput } from '#app/features/people/JobTitleInput.tsx';
import { messages } from '#app/lib/messages.ts';
import { ChangeDialog } from '#app/screens/training-matrix/changes/ChangeDialog.tsx';
import { useChange } from '#app/screens/training-matrix/changes/use-change.ts';
import { DepartmentSelect } from '#app/screens/training-matrix/DepartmentSelect.tsx';
import type { Matrix } from '#app/screens/training-matrix/matrices.ts';

interface Values extends Record<string, unknown> {
  name: string;
  departmentId: string;
  jobTitle: string;
}

const bodyOf = ({ name, departmentId, jobTitle }: Values) => ({
  name,
  departmentId: departmentId === '' ? null : Number(departmentId),
  jobTitle: jobTitle.trim() || null,
});

const valuesOf = (matrix: Matrix): Values => ({
  name: matrix.name,
  departmentId: matrix.departmentId === null ? '' : String(matrix.departmentId),
  jobTitle: matrix.jobTitle ?? '',
});

/** Renames a matrix or changes which people it matches (MTX-02); the effect is shown before it is saved (MTX-06). */
export function EditMatrixDialog({
  matrix,
  onClose,
}: {
  readonly matrix: Matrix;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const change = useChange({
    endpoint: matrixChangesContract.change,
    target: { params: { matrixId: matrix.id } },
    current: matrix,
    rules: matrixChange,
    valuesOf,
    bodyOf,
    success: messages.matrixUpdated,
    onDone: onClose,
  });
  const { form, seen, newer } = change;
  const none = t`All departments`;
  return (
    <ChangeDialog
      change={change}
      title={t`Edit ${matrix.name}`}
      question={t`Change ${matrix.name}?`}
      modules={{ matrixId: matrix.id }}
      changedByOthers={
        newer
          ? [
              [t`Matrix name`, seen.name, newer.name],
              [t`Department`, seen.departmentName ?? none, newer.departmentName ?? none],
              [t`Training Category`, seen.jobTitle ?? '–', newer.jobTitle ?? '–'],
            ]
          : []
      }
      gone={<Trans>This matrix no longer exists. Someone else removed it.</Trans>}
      onClose={onClose}
    >
      <TextInput label={t`Matrix name`} withAsterisk {...form.getInputProps('name')} key={form.key('name')} />
      <DepartmentSelect
        label={t`Department`}
        placeholder={t`All departments`}
        organizationId={matrix.organizationId}
        clearable
        {...form.getInputProps('departmentId')}
        value={form.values.departmentId || null}
        onChange={(value) => form.setFieldValue('departmentId', value ?? '')}
        key={form.key('departmentId')}
      />
      <JobTitleInput {...form.getInputProps('jobTitle')} key={form.key('jobTitle')} />
      <Text size="sm" c="dimmed">
        <Trans>
          People of this department with this Training Category are in the matrix automatically; an empty
          field matches any.
        </Trans>
      </Text>
    </ChangeDialog>
  );
}
