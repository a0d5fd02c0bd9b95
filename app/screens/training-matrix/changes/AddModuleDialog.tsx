import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { curriculaContract } from '#shared/contract/curricula.ts';
import { addModuleBody } from '#shared/contract/curricula-schemas.ts';
import { MissingContent } from '#app/features/assigning/MissingContent.tsx';
import { AddingDialog } from '#app/features/matrix-effect/AddingDialog.tsx';
import { useAdding } from '#app/features/matrix-effect/use-adding.ts';
import { errorOutsideFields, useAppForm, validateBy } from '#app/lib/forms.ts';
import { useMailServer } from '#app/lib/mail-server.ts';
import { messages } from '#app/lib/messages.ts';
import { ModuleSelect, type ChosenModule } from '#app/screens/training-matrix/changes/ModuleSelect.tsx';
import {
  defaultTerms,
  TermsFields,
  termsOf,
  type Terms,
} from '#app/screens/training-matrix/changes/TermsFields.tsx';
import { type Matrix } from '#app/screens/training-matrix/matrices.ts';
import { DialogError } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

interface Values extends Terms {
  moduleId: string;
}

/** Add Module of SPEC §2.8 (MTX-04): the module and its terms, then who needs it now and whether they get it at once. */
export function AddModuleDialog({
  matrix,
  onClose,
}: {
  readonly matrix: Matrix;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ChosenModule | null>(null);
  const taken = new Set(matrix.families.flatMap(({ modules }) => modules.map(({ moduleId }) => moduleId)));
  const bodyOf = (values: Values) => ({
    moduleId: Number(values.moduleId),
    matrixId: matrix.id,
    ...(matrix.departmentId === null ? {} : { departmentId: matrix.departmentId }),
    ...termsOf(values),
  });
  const { toastOf } = useMailServer();
  const adding = useAdding({
    endpoint: curriculaContract.addModule,
    failure: messages.matrixAddFailed,
    success: ({ assigned }) =>
      assigned && assigned.assignments > 0
        ? toastOf(messages.matrixModuleAssigned)
        : messages.matrixModuleAdded,
    successValues: ({ assigned }) => ({
      assignments: assigned?.assignments ?? 0,
      people: assigned?.people ?? 0,
    }),
    onDone: onClose,
    showErrors: (error) => showErrors(error),
  });
  const { form, submit, showErrors } = useAppForm<Values>({
    initialValues: { moduleId: '', ...defaultTerms },
    rules: (values) =>
      validateBy(addModuleBody)({
        ...bodyOf(values),
        moduleId: values.moduleId === '' ? undefined : Number(values.moduleId),
      }),
    send: (values) => adding.show(bodyOf(values)),
  });
  if (adding.step) {
    return (
      <AddingDialog
        step={adding.step}
        body={bodyOf(form.values)}
        modules={1}
        title={t`Add the module to ${matrix.name}?`}
        labels={{ now: <Trans>Add and assign</Trans>, later: <Trans>Add Module</Trans> }}
      >
        {chosen && <MissingContent moduleIds={[Number(chosen.value)]} />}
      </AddingDialog>
    );
  }
  return (
    <FormDialog
      opened
      title={t`Add Module to ${matrix.name}`}
      submitLabel={<Trans>Show who needs it</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={adding.showing}
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
        error={form.errors.moduleId}
        chosen={chosen}
        onChoose={(module) => {
          setChosen(module);
          form.setFieldValue('moduleId', module?.value ?? '');
        }}
        key={form.key('moduleId')}
      />
      {chosen && <MissingContent moduleIds={[Number(chosen.value)]} />}
      <TermsFields form={form} />
      <DialogError error={errorOutsideFields(adding.errorOfShow, form.values)} />
    </FormDialog>
  );
}
