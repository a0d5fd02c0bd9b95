import { NumberInput, Progress, Select, Switch, Text, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { moduleCreateBody, moduleUpdateBody } from '#shared/contract/module-schemas.ts';
import { completionPolicies, defaultPolicyOf } from '#shared/domain/modules/completion-policy.ts';
import { fullFormContentTypes, moduleContentTypes } from '#shared/domain/modules/content-types.ts';
import { quickCreateInfo } from '#shared/domain/modules/quick-create.ts';
import { FileDrop } from '#app/features/files/FileDrop.tsx';
import { PackageChoice, packageField } from '#app/features/files/PackageChoice.tsx';
import { useAppForm, validateBy } from '#app/lib/forms.ts';
import { useSaveModule } from '#app/screens/training-modules/use-save-module.ts';
import { FamilySelect } from '#app/screens/training-modules/FamilySelect.tsx';
import { policyLabels } from '#app/screens/training-modules/labels.ts';
import {
  fieldsOf,
  ModuleFields,
  type ModuleFieldValues,
} from '#app/screens/training-modules/ModuleFields.tsx';
import type { ModuleRow } from '#app/screens/training-modules/modules.ts';
import { DialogFailure } from '#app/ui/ConfirmDialog.tsx';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** The fields of the form (SPEC §5 defaults); empty text represents none. */
export interface ModuleValues extends ModuleFieldValues {
  /** Code of the chosen family; empty if the title decides. */
  family: string;
  reference: string;
  passingScore: number | string;
  contentCreator: string;
  completionPolicy: string;
  isActive: boolean;
}

const empty: ModuleValues = {
  title: '',
  description: '',
  reference: '',
  contentType: '',
  trainingCategory: '',
  duration: 0,
  passingScore: '',
  contentCreator: '',
  family: '',
  completionPolicy: 'signed',
  isActive: true,
};

/** Create and edit of SPEC §2.7 (MOD-03); creating starts with a drop zone that proposes the fields (MOD-04). */
export function ModuleFormDialog({
  module,
  onClose,
}: {
  readonly module: ModuleRow | null;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const [file, setFile] = useState<File | null>(null);
  const [asDownload, setAsDownload] = useState(false);
  const { form, submit, showErrors } = useAppForm<ModuleValues>({
    initialValues: module ? valuesOf(module) : empty,
    rules: (values) => validateBy(module ? moduleUpdateBody : moduleCreateBody)(bodyOf(values)),
    send: (values) => save.send(bodyOf(values), file, packageField(asDownload)),
  });
  const save = useSaveModule({ module, onDone: onClose, showErrors });
  const propose = (files: readonly File[]) => {
    const [first] = files;
    setFile(first ?? null);
    save.clear();
    if (first) {
      const info = quickCreateInfo(first.name);
      form.setValues({ ...info, trainingCategory: info.trainingCategory ?? '' });
    }
  };
  return (
    <FormDialog
      opened
      title={module ? t`Edit Module` : t`Add Module`}
      submitLabel={module ? <Trans>Save</Trans> : <Trans>Create Module</Trans>}
      onSubmit={submit}
      onClose={onClose}
      busy={save.busy}
      changed={form.isDirty() || file !== null}
      size="xl"
      extra={
        save.share !== null && (
          <Progress value={save.share * 100} w={180} aria-label={t`Upload`} striped animated />
        )
      }
    >
      {!module && (
        <div>
          <Text size="sm" fw={550} mb={4}>
            <Trans>Quick create: drop a file, then check what was proposed</Trans>
          </Text>
          <FileDrop
            label={t`File of the new module`}
            files={file ? [file] : []}
            onChange={propose}
            multiple={false}
            disabled={save.busy}
          />
          <PackageChoice
            files={file ? [file] : []}
            checked={asDownload}
            onChange={setAsDownload}
            disabled={save.busy}
          />
        </div>
      )}
      {save.failure && <DialogFailure>{save.failure}</DialogFailure>}
      <ModuleFields
        form={form}
        types={module ? moduleContentTypes : fullFormContentTypes}
        onType={(type) => {
          // Sets the completion policy of this type for a new module, unless another one was chosen.
          if (!module && !form.isTouched('completionPolicy'))
            form.setFieldValue('completionPolicy', defaultPolicyOf(type));
        }}
      >
        <NumberInput
          label={t`Passing score (percent)`}
          min={0}
          max={100}
          {...form.getInputProps('passingScore')}
          key={form.key('passingScore')}
        />
        <TextInput label={t`Reference`} {...form.getInputProps('reference')} key={form.key('reference')} />
        <TextInput
          label={t`Content creator`}
          {...form.getInputProps('contentCreator')}
          key={form.key('contentCreator')}
        />
        <FamilySelect {...form.getInputProps('family')} key={form.key('family')} />
      </ModuleFields>
      <Select
        label={t`Completion`}
        allowDeselect={false}
        data={completionPolicies.map((policy) => ({ value: policy, label: i18n._(policyLabels[policy]) }))}
        {...form.getInputProps('completionPolicy')}
        key={form.key('completionPolicy')}
      />
      <Switch
        label={t`Active`}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
        key={form.key('isActive')}
      />
    </FormDialog>
  );
}

function valuesOf(module: ModuleRow): ModuleValues {
  return {
    title: module.title,
    description: module.description,
    reference: module.reference ?? '',
    contentType: module.contentType,
    trainingCategory: module.trainingCategory ?? '',
    duration: module.duration,
    passingScore: module.passingScore ?? '',
    contentCreator: module.contentCreator ?? '',
    family: module.setFamily ?? '',
    completionPolicy: module.completionPolicy ?? 'signed',
    isActive: module.isActive,
  };
}

/** Returns the body of the call: the empty text of an input means none. */
function bodyOf(values: ModuleValues) {
  return {
    ...values,
    ...fieldsOf(values),
    passingScore: values.passingScore === '' ? null : values.passingScore,
    contentCreator: values.contentCreator || null,
    family: values.family || null,
    reference: values.reference || null,
  };
}
