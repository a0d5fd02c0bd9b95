import { Radio, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { addModuleBody, shownChange } from '#shared/contract/curricula-schemas.ts';
import { beyondFields, useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useNewerEffect } from '#app/lib/newer-effect.ts';
import { useCommand } from '#app/lib/query.ts';
import { PeopleOfEffect, type Effect } from '#app/screens/training-matrix/changes/ChangeEffect.tsx';
import { ModuleSelect } from '#app/screens/training-matrix/changes/ModuleSelect.tsx';
import {
  defaultTerms,
  TermsFields,
  termsOf,
  type Terms,
} from '#app/screens/training-matrix/changes/TermsFields.tsx';
import { matrixCalls, type Matrix } from '#app/screens/training-matrix/matrices.ts';
import { validateBy } from '#app/lib/forms.ts';
import { EffectChanged } from '#app/ui/EffectChanged.tsx';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

interface Values extends Terms {
  moduleId: string;
}

/** Add Module of SPEC §2.8 (MTX-04): which and on what terms, then who needs it now and whether they get it at once. */
export function AddModuleDialog({
  matrix,
  onClose,
}: {
  readonly matrix: Matrix;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [assignNow, setAssignNow] = useState(true);
  const { newer, clear, whenChanged, errorBeside } = useNewerEffect(shownChange);
  const taken = new Set(matrix.families.flatMap(({ modules }) => modules.map(({ moduleId }) => moduleId)));
  const bodyOf = (values: Values) => ({
    moduleId: Number(values.moduleId),
    matrixId: matrix.id,
    ...(matrix.departmentId === null ? {} : { departmentId: matrix.departmentId }),
    ...termsOf(values),
  });
  const preview = useCommand(curriculaContract.addModule, {
    failure: messages.matrixAddFailed,
    onError: (error) => showErrors(error),
  });
  const add = useCommand(curriculaContract.addModule, {
    failure: messages.matrixAddFailed,
    invalidates: matrixCalls,
    success: ({ assigned }) =>
      assigned && assigned.assignments > 0 ? messages.matrixAssigned : messages.matrixModuleAdded,
    successValues: ({ assigned }) => ({
      assignments: assigned?.assignments ?? 0,
      people: assigned?.people ?? 0,
    }),
    onSuccess: onClose,
    onError: whenChanged,
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: { moduleId: '', ...defaultTerms },
    rules: (values) =>
      validateBy(addModuleBody)({
        ...bodyOf(values),
        moduleId: values.moduleId === '' ? undefined : Number(values.moduleId),
      }),
    send: (values) => preview.mutate({ body: { ...bodyOf(values), preview: true } }),
  });
  const { effect, effectHash } = newer ?? preview.data ?? {};
  if (effect) {
    const anybody = effect.peopleCount > 0;
    const now = assignNow && anybody;
    return (
      <ConfirmDialog
        opened
        size="lg"
        title={t`Add the module to ${matrix.name}?`}
        confirmLabel={now ? <Trans>Add and assign</Trans> : <Trans>Add Module</Trans>}
        busy={add.isPending}
        error={errorBeside(add.error)}
        effects={<PeopleInNeed effect={effect} changed={newer !== null} />}
        onConfirm={() => add.mutate({ body: { ...bodyOf(form.values), assignNow: now, effectHash } })}
        onClose={() => {
          clear();
          add.reset();
          preview.reset();
        }}
      >
        {anybody && (
          <Radio.Group
            label={t`Assign it to them`}
            value={assignNow ? 'now' : 'later'}
            onChange={(value) => setAssignNow(value === 'now')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="now" label={t`Now, due by the days to due`} />
              <Radio value="later" label={t`Later: until then they count as required, not assigned`} />
            </Stack>
          </Radio.Group>
        )}
      </ConfirmDialog>
    );
  }
  return (
    <FormDialog
      opened
      title={t`Add Module to ${matrix.name}`}
      submitLabel={<Trans>Show who needs it</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={preview.isPending}
      changed={form.isDirty()}
      size="md"
    >
      <ModuleSelect
        label={t`Training module`}
        placeholder={t`Search by title`}
        withAsterisk
        data-autofocus
        openOnFocus={false}
        taken={taken}
        organizationId={matrix.organizationId}
        {...form.getInputProps('moduleId')}
        value={form.values.moduleId || null}
        onChange={(value) => form.setFieldValue('moduleId', value ?? '')}
        key={form.key('moduleId')}
      />
      <TermsFields form={form} />
      <DialogError error={beyondFields(preview.error, form.values)} />
    </FormDialog>
  );
}

function PeopleInNeed({ effect, changed }: { readonly effect: Effect; readonly changed: boolean }) {
  return (
    <Stack gap="xs">
      {changed && <EffectChanged />}
      <Text fw={600} size="sm">
        <Plural
          value={effect.peopleCount}
          _0="Nobody needs this module now."
          one="# person needs this module now"
          other="# people need this module now"
        />
      </Text>
      <PeopleOfEffect effect={effect} />
    </Stack>
  );
}
