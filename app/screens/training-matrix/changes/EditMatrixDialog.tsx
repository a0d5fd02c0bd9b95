import { Text, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { matrixChange, matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import { JobTitleInput } from '#app/features/people/JobTitleInput.tsx';
import type { ApiError } from '#app/lib/api-error.ts';
import { beyondFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { ChangeEffect } from '#app/screens/training-matrix/changes/ChangeEffect.tsx';
import { changesOf, useSeen } from '#app/screens/training-matrix/changes/use-seen.ts';
import { DepartmentSelect } from '#app/screens/training-matrix/DepartmentSelect.tsx';
import { matrixCalls, type Matrix } from '#app/screens/training-matrix/matrices.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';

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

/** Renames a matrix or changes whom it matches (MTX-02); what that does is shown before it is saved (MTX-06). */
export function EditMatrixDialog({
  matrix,
  onClose,
}: {
  readonly matrix: Matrix;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [changed, setChanged] = useState(false);
  const { seen, newer, takeNewer, whenStale } = useSeen(matrix);
  const params = { matrixId: matrix.id };
  const ifMatch = `"${String(seen.revision)}"`;
  const refused = (error: ApiError): boolean => whenStale(error) || showErrors(error);
  const save = useCommand(matrixChangesContract.change, {
    invalidates: matrixCalls,
    success: messages.matrixUpdated,
    onSuccess: onClose,
    onError: (error) => {
      if (error.code !== 'EFFECT_CHANGED') return refused(error);
      setChanged(true);
      preview.mutate({ params, ifMatch, body: { ...bodyOf(form.values), preview: true } });
      return true;
    },
  });
  const preview = useCommand(matrixChangesContract.change, {
    onSuccess: ({ effect, effectHash }) => {
      // What concerns nobody needs no question.
      if (effect.peopleCount === 0) {
        save.mutate({ params, ifMatch, body: { ...bodyOf(form.values), effectHash } });
      }
    },
    onError: refused,
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: valuesOf(matrix),
    rules: (values) => validateBy(matrixChange)(bodyOf(values)),
    send: (values) => {
      setChanged(false);
      preview.mutate({ params, ifMatch, body: { ...bodyOf(values), preview: true } });
    },
  });
  const goOn = (take: boolean): void => {
    if (newer && take) form.setValues(valuesOf(newer));
    takeNewer();
    preview.reset();
    save.reset();
  };
  const none = t`All departments`;
  const busy = preview.isPending || save.isPending;
  if (preview.data && preview.data.effect.peopleCount > 0) {
    const { effect, effectHash } = preview.data;
    return (
      <ConfirmDialog
        opened
        size="lg"
        title={t`Change ${matrix.name}?`}
        confirmLabel={<Trans>Save</Trans>}
        effects={<ChangeEffect effect={effect} changed={changed} />}
        busy={busy}
        error={changed ? null : save.error}
        onConfirm={() => {
          setChanged(false);
          save.mutate({ params, ifMatch, body: { ...bodyOf(form.values), effectHash } });
        }}
        onClose={() => {
          save.reset();
          preview.reset();
        }}
      />
    );
  }
  return (
    <FormDialog
      opened
      title={t`Edit ${matrix.name}`}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={busy}
      changed={form.isDirty()}
      blocked={newer !== null}
      size="md"
    >
      {newer && (
        <StaleNotice
          changes={changesOf([
            [t`Matrix name`, seen.name, newer.name],
            [t`Department`, seen.departmentName ?? none, newer.departmentName ?? none],
            [t`Training Category`, seen.jobTitle ?? '–', newer.jobTitle ?? '–'],
          ])}
          onTakeNewer={() => goOn(true)}
          onKeepMine={() => goOn(false)}
        />
      )}
      <TextInput
        label={t`Matrix name`}
        withAsterisk
        maxLength={200}
        {...form.getInputProps('name')}
        key={form.key('name')}
      />
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
      <JobTitleInput maxLength={200} {...form.getInputProps('jobTitle')} key={form.key('jobTitle')} />
      <Text size="sm" c="dimmed">
        <Trans>
          People of this department with this Training Category are in the matrix by themselves; what is empty
          matches any.
        </Trans>
      </Text>
      <DialogError error={newer ? null : beyondFields(save.error ?? preview.error, form.values)} />
    </FormDialog>
  );
}
