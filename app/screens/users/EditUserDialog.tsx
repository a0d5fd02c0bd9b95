import { Modal, Stack } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { peopleContract } from '#shared/contract/people.ts';
import { personRow } from '#shared/contract/people-schemas.ts';
import { DepartmentDialog } from '#app/features/people/DepartmentDialog.tsx';
import { DoneButton } from '#app/features/people/PasswordField.tsx';
import { nameOf, type PersonRow } from '#app/features/people/people.ts';
import type { ApiError } from '#app/lib/api-error.ts';
import { errorOutsideFields, useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { showToast, type ToastRow } from '#app/lib/toasts.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { DeactivationEffect } from '#app/screens/users/DeactivationEffect.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';
import { StaleNotice } from '#app/ui/StaleNotice.tsx';
import { PlannedEffect, usePlannedEffect } from '#app/screens/users/PlannedEffect.tsx';
import { hasEffect, TrainingEffect, type Effect } from '#app/screens/users/TrainingEffect.tsx';
import { useStaleChanges, type Stale } from '#app/screens/users/use-stale-changes.ts';
import {
  changeBody,
  changeRefusals,
  onTop,
  placeChange,
  userFields,
  valuesOf,
  type EditValues,
} from '#app/screens/users/user-form.ts';
import { MailNotice } from '#app/features/mail/MailNotice.tsx';
import { UserFields } from '#app/screens/users/UserFields.tsx';
import { ReasonInput } from '#app/ui/ReasonInput.tsx';

const updated: ToastRow = { tone: 'default', title: msg`User updated`, text: msg({ message: '{name}' }) };

/**
 * Edits a person (SPEC §2.9, USR-02). Only changed fields are sent, with the revision that was seen. If another person has
 * saved in the meantime, both versions are shown, and no entry is lost before the person decides.
 */
export function EditUserDialog({
  person,
  onClose,
}: {
  readonly person: PersonRow;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [seen, setSeen] = useState(person);
  const [stale, setStale] = useState<Stale | null>(null);
  const [effect, setEffect] = useState<Effect | null>(null);
  const [naming, setNaming] = useState(false);
  const save = useCommand(peopleContract.update, {
    failure: messages.userUpdateFailed,
    onSuccess: (answer) => {
      // An effect that was shown before the save is not shown again.
      if (planned.hash === undefined && hasEffect(answer)) return setEffect(answer);
      showToast(updated, { values: { name: nameOf(answer) } });
      onClose();
    },
    onError: (error) => {
      if (error.code === 'EFFECT_CHANGED') void planned.query.refetch();
      return whenStale(error) || showErrors(error);
    },
  });
  const whenStale = ({ code, problem }: ApiError): boolean => {
    if (code !== 'STALE') return false;
    // In a field of ids, the person reads the text of its input.
    const texts = userFields.map((field) => [field, textOf(form.getInputNode(field))] as const);
    setStale({ newer: personRow.parse(problem?.['current']), texts: new Map(texts) });
    return true;
  };
  const { form, submit, showErrors } = useAppForm<EditValues>({
    initialValues: { ...valuesOf(person), reason: '' },
    rules: (values) => changeRefusals(seen, values),
    send: (values) => {
      const body = changeBody(seen, values);
      if (Object.keys(body).length === 0) return onClose();
      const effectHash = planned.hash === undefined ? {} : { effectHash: planned.hash };
      save.mutate({
        params: { userId: person.id },
        body: { ...body, ...effectHash },
        ifMatch: `"${String(seen.revision)}"`,
      });
    },
  });
  const planned = usePlannedEffect(stale ? null : placeChange(person.id, valuesOf(seen), form.values));
  const changes = useStaleChanges(seen, stale, form.values);
  const goOn = (values: EditValues): void => {
    if (stale) setSeen(stale.newer);
    form.setValues(values);
    setStale(null);
    save.reset();
  };
  const name = nameOf(person);
  const switchesOff = seen.isActive === true && !form.values.isActive;
  if (effect) {
    return (
      <Modal opened onClose={onClose} title={t`${name} was changed`} size="lg">
        <Stack gap="md">
          <TrainingEffect effect={effect} />
          <DoneButton onClick={onClose} />
        </Stack>
      </Modal>
    );
  }
  return (
    <>
      <FormDialog
        opened
        title={t`Edit ${name}`}
        submitLabel={switchesOff ? <Trans>Save and deactivate</Trans> : <Trans>Save</Trans>}
        destructive={switchesOff}
        onSubmit={submit}
        onClose={onClose}
        busy={save.isPending}
        changed={form.isDirty()}
        covered={naming}
        blocked={stale !== null || planned.pending}
        size="xl"
      >
        {stale && (
          <StaleNotice
            changes={changes}
            onTakeNewer={() => goOn({ ...valuesOf(stale.newer), reason: form.values.reason })}
            onKeepMine={() =>
              goOn({
                ...onTop(valuesOf(seen), form.values, valuesOf(stale.newer)),
                reason: form.values.reason,
              })
            }
          />
        )}
        <UserFields form={form} person={seen} onNewDepartment={() => setNaming(true)} />
        <PlannedEffect planned={planned} />
        {(planned.query.data?.assigned.length ?? 0) > 0 && <MailNotice />}
        {switchesOff && <DeactivationEffect userId={person.id} />}
        <ReasonInput {...form.getInputProps('reason')} />
        <DialogError error={stale === null ? errorOutsideFields(save.error, form.values) : null} />
      </FormDialog>
      {naming && (
        <DepartmentDialog
          organizationId={form.values.organizationId}
          onClose={() => setNaming(false)}
          onDone={({ id, organizationId }) => {
            form.setValues({ organizationId: String(organizationId), departmentId: String(id) });
            setNaming(false);
          }}
        />
      )}
    </>
  );
}

function textOf(node: HTMLElement | null): string {
  return node instanceof HTMLInputElement ? node.value.trim() : '';
}
