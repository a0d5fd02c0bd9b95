import { Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { entryChange, matrixChangesContract } from '#shared/contract/matrix-changes.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { beyondFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { ChangeEffect } from '#app/screens/training-matrix/changes/ChangeEffect.tsx';
import { TermsFields, termsOf, type Terms } from '#app/screens/training-matrix/changes/TermsFields.tsx';
import { changesOf, useSeen } from '#app/screens/training-matrix/changes/use-seen.ts';
import { matrixCalls, type Matrix, type MatrixModule } from '#app/screens/training-matrix/matrices.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';

const valuesOf = (module: MatrixModule): Terms => ({
  isRequired: module.isRequired,
  daysToDue: module.daysToDue,
  renewalPeriod: module.renewalPeriod ?? '',
  renewalWindow: module.renewalWindow,
});

/** Changes how a matrix demands a module (MTX-02); whom that concerns is shown before it is saved (MTX-06). */
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
  const [changed, setChanged] = useState(false);
  const { seen, newer, takeNewer, whenStale } = useSeen(module);
  const params = { matrixId: module.entryId };
  const ifMatch = `"${String(seen.revision)}"`;
  const refused = (error: ApiError): boolean => whenStale(error) || showErrors(error);
  const save = useCommand(matrixChangesContract.changeEntry, {
    invalidates: matrixCalls,
    success: messages.matrixModuleUpdated,
    onSuccess: onClose,
    onError: (error) => {
      if (error.code !== 'EFFECT_CHANGED') return refused(error);
      setChanged(true);
      preview.mutate({ params, ifMatch, body: { ...termsOf(form.values), preview: true } });
      return true;
    },
  });
  const preview = useCommand(matrixChangesContract.changeEntry, {
    onSuccess: ({ effect, effectHash }) => {
      // What concerns nobody needs no question.
      if (effect.peopleCount === 0) {
        save.mutate({ params, ifMatch, body: { ...termsOf(form.values), effectHash } });
      }
    },
    onError: refused,
  });
  const { form, submit, showErrors } = useAppForm<Terms>({
    initialValues: valuesOf(module),
    rules: (values) => validateBy(entryChange)(termsOf(values)),
    send: (values) => {
      setChanged(false);
      preview.mutate({ params, ifMatch, body: { ...termsOf(values), preview: true } });
    },
  });
  const goOn = (take: boolean): void => {
    if (newer && take) form.setValues(valuesOf(newer));
    takeNewer();
    preview.reset();
    save.reset();
  };
  const yesOrNo = (yes: boolean) => (yes ? t`Yes` : t`No`);
  const busy = preview.isPending || save.isPending;
  if (preview.data && preview.data.effect.peopleCount > 0) {
    const { effect, effectHash } = preview.data;
    return (
      <ConfirmDialog
        opened
        size="lg"
        title={t`Change ${module.title} in ${matrix.name}?`}
        confirmLabel={<Trans>Save</Trans>}
        effects={<ChangeEffect effect={effect} changed={changed} />}
        busy={busy}
        error={changed ? null : save.error}
        onConfirm={() => {
          setChanged(false);
          save.mutate({ params, ifMatch, body: { ...termsOf(form.values), effectHash } });
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
      title={t`Edit ${module.title}`}
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
            [t`Required`, yesOrNo(seen.isRequired), yesOrNo(newer.isRequired)],
            [t`Days to due`, String(seen.daysToDue), String(newer.daysToDue)],
            [
              t`Renewal period in months`,
              String(seen.renewalPeriod ?? '–'),
              String(newer.renewalPeriod ?? '–'),
            ],
            [t`Days ahead that a renewal opens`, String(seen.renewalWindow), String(newer.renewalWindow)],
          ])}
          onTakeNewer={() => goOn(true)}
          onKeepMine={() => goOn(false)}
        />
      )}
      <TermsFields form={form} />
      <Text size="sm" c="dimmed">
        <Trans>What people have already keeps its due date and renewal.</Trans>
      </Text>
      <DialogError error={newer ? null : beyondFields(save.error ?? preview.error, form.values)} />
    </FormDialog>
  );
}
