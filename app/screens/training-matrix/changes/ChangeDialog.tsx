import { Stack } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { MissingContent, type ChosenModules } from '#app/features/assigning/MissingContent.tsx';
import { ChangeEffect, PeopleOfEffect } from '#app/features/matrix-effect/ChangeEffect.tsx';
import type { useChange } from '#app/screens/training-matrix/changes/use-change.ts';
import { changesOf } from '#app/screens/training-matrix/changes/use-seen.ts';
import { ConfirmDialog, DialogError, DialogFailure } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';

/** The form of {@link useChange}, followed by the confirmation of its effect (UI.md 'Effects before they happen'). */
export function ChangeDialog({
  change,
  title,
  question,
  modules,
  changedByOthers,
  gone,
  children,
  onClose,
}: {
  readonly change: Omit<ReturnType<typeof useChange>, 'form' | 'seen' | 'newer'> & {
    readonly form: { readonly isDirty: () => boolean };
    readonly newer: object | null;
  };
  readonly title: string;
  readonly question: string;
  /** The modules that people are assigned by it: those that cannot be started are counted. */
  readonly modules: ChosenModules;
  /** The changes of another person in the meantime: label, before, after; unchanged fields are left out. */
  readonly changedByOthers: Parameters<typeof changesOf>[0];
  /** Shows that another person has removed the record being changed. */
  readonly gone: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const { shown, busy, newer } = change;
  if (shown) {
    return (
      <ConfirmDialog
        opened
        size="lg"
        title={question}
        confirmLabel={<Trans>Save</Trans>}
        effects={
          <Stack gap="sm">
            {shown.effect.assigned.assignments > 0 && <MissingContent {...modules} />}
            <ChangeEffect effect={shown.effect} changed={change.changed} />
          </Stack>
        }
        details={<PeopleOfEffect effect={shown.effect} />}
        afterForm
        busy={busy}
        error={change.errorOfSave}
        onConfirm={() => change.confirm(shown.effectHash)}
        onClose={change.back}
      />
    );
  }
  return (
    <FormDialog
      opened
      title={title}
      submitLabel={<Trans>Save</Trans>}
      onSubmit={change.submit}
      onClose={onClose}
      busy={busy}
      changed={change.form.isDirty()}
      blocked={newer !== null || change.gone}
      size="md"
    >
      {newer && (
        <StaleNotice
          changes={changesOf(changedByOthers)}
          onTakeNewer={() => change.goOn(true)}
          onKeepMine={() => change.goOn(false)}
        />
      )}
      {children}
      {change.gone ? <DialogFailure>{gone}</DialogFailure> : <DialogError error={change.errorOfForm} />}
    </FormDialog>
  );
}
