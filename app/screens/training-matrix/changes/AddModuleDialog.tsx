import { Radio, ScrollArea, Stack, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { addModuleBody } from '#shared/contract/curricula-schemas.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { beyondFields, useAppForm } from '#app/lib/forms.ts';
import { messages } from '#app/lib/messages.ts';
import { useCommand } from '#app/lib/query.ts';
import { ModuleSelect } from '#app/screens/training-matrix/changes/ModuleSelect.tsx';
import {
  defaultTerms,
  TermsFields,
  termsOf,
  type Terms,
} from '#app/screens/training-matrix/changes/TermsFields.tsx';
import classes from '#app/screens/training-matrix/Matrix.module.css';
import { matrixCalls, nameOf, type Matrix } from '#app/screens/training-matrix/matrices.ts';
import { validateBy } from '#app/lib/forms.ts';
import { ConfirmDialog, DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

interface Values extends Terms {
  moduleId: string;
}

type Person = ResponseOf<
  typeof curriculaContract.addModule
>['recommendations']['usersNeedingAssignment'][number];

/** How many people are named; the figure says the rest. */
const named = 100;

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
  const [changed, setChanged] = useState(false);
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
    onError: (error) => {
      if (error.code !== 'EFFECT_CHANGED') return false;
      setChanged(true);
      preview.mutate({ body: { ...bodyOf(form.values), preview: true } });
      return true;
    },
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: { moduleId: '', ...defaultTerms },
    rules: (values) =>
      validateBy(addModuleBody)({
        ...bodyOf(values),
        moduleId: values.moduleId === '' ? undefined : Number(values.moduleId),
      }),
    send: (values) => {
      setChanged(false);
      preview.mutate({ body: { ...bodyOf(values), preview: true } });
    },
  });
  if (preview.data) {
    const people = preview.data.recommendations.usersNeedingAssignment;
    const { effectHash } = preview.data;
    const now = assignNow && people.length > 0;
    return (
      <ConfirmDialog
        opened
        size="lg"
        title={t`Add the module to ${matrix.name}?`}
        confirmLabel={now ? <Trans>Add and assign</Trans> : <Trans>Add Module</Trans>}
        busy={add.isPending || preview.isPending}
        error={changed ? null : add.error}
        effects={<PeopleInNeed people={people} changed={changed} />}
        onConfirm={() => {
          setChanged(false);
          add.mutate({ body: { ...bodyOf(form.values), assignNow: now, ...(now ? { effectHash } : {}) } });
        }}
        onClose={() => {
          add.reset();
          preview.reset();
        }}
      >
        {people.length > 0 && (
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

function PeopleInNeed({
  people,
  changed,
}: {
  readonly people: readonly Person[];
  readonly changed: boolean;
}) {
  return (
    <Stack gap="xs">
      {changed && (
        <Text size="sm" fw={600} role="alert">
          <Trans>The effect has changed since you saw it. This is the new one.</Trans>
        </Text>
      )}
      <Text fw={600} size="sm">
        <Plural
          value={people.length}
          _0="Nobody needs this module now."
          one="# person needs this module now"
          other="# people need this module now"
        />
      </Text>
      {people.length > 0 && (
        <ScrollArea.Autosize mah={240} type="auto">
          <ul className={classes.modules}>
            {people.slice(0, named).map((person) => (
              <li key={person.id}>
                <Text size="sm" span fw={550}>
                  {nameOf(person)}
                </Text>{' '}
                <Text size="xs" span>
                  {person.jobTitle}
                </Text>
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
      )}
      {people.length > named && (
        <Text size="sm">
          <Plural value={people.length - named} one="and # more person" other="and # more people" />
        </Text>
      )}
    </Stack>
  );
}
