import {
  Alert,
  NumberInput,
  Progress,
  Select,
  SimpleGrid,
  Switch,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moduleCreateBody, moduleUpdateBody } from '#shared/contract/module-schemas.ts';
import { modulesContract } from '#shared/contract/modules.ts';
import { completionPolicies, defaultPolicyOf } from '#shared/domain/modules/completion-policy.ts';
import { fullFormContentTypes, moduleContentTypes } from '#shared/domain/modules/content-types.ts';
import { quickCreateInfo } from '#shared/domain/modules/quick-create.ts';
import { FileDrop } from '#app/features/files/FileDrop.tsx';
import { queryFor } from '#app/lib/client.ts';
import { errorsByField, useAppForm } from '#app/lib/forms.ts';
import { useSaveModule } from '#app/screens/training-modules/use-save-module.ts';
import { contentTypeLabels, policyLabels } from '#app/screens/training-modules/labels.ts';
import type { ModuleRow } from '#app/screens/training-modules/modules.ts';
import { FormDialog } from '#app/ui/FormDialog.tsx';

/** The fields of the form (SPEC §5 defaults); empty text stands for none. */
export interface ModuleValues extends Record<string, unknown> {
  title: string;
  description: string;
  reference: string;
  contentType: string;
  trainingCategory: string | null;
  duration: number | string;
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
  completionPolicy: 'signed',
  isActive: true,
};

/** Create and edit of SPEC §2.7 (MOD-03); creating begins with a drop zone that proposes the fields (MOD-04). */
export function ModuleFormDialog({
  module,
  onClose,
}: {
  readonly module: ModuleRow | null;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const [file, setFile] = useState<File | null>(null);
  const categories = useQuery(queryFor(modulesContract.categories));
  const rules = module ? moduleUpdateBody : moduleCreateBody;
  const { form, submit, showErrors } = useAppForm<ModuleValues>({
    initialValues: module ? valuesOf(module) : empty,
    rules: (values) => {
      const result = rules.safeParse(bodyOf(values));
      if (result.success) return {};
      return errorsByField(
        result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
      );
    },
    send: (values) => save.send(bodyOf(values), file),
  });
  const save = useSaveModule({ module, onDone: onClose, showErrors });
  const propose = (files: readonly File[]) => {
    const [first] = files;
    setFile(first ?? null);
    if (first) {
      const info = quickCreateInfo(first.name);
      form.setValues({ ...info, trainingCategory: info.trainingCategory ?? '' });
    }
  };
  const names = (categories.data ?? []).map(({ name }) => name);
  const category = form.values.trainingCategory ?? '';
  const types = module ? moduleContentTypes : fullFormContentTypes;
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
        </div>
      )}
      {save.failure && (
        <Alert color="red" role="alert">
          {save.failure}
        </Alert>
      )}
      <TextInput label={t`Title`} withAsterisk {...form.getInputProps('title')} key={form.key('title')} />
      <Textarea
        label={t`Description`}
        withAsterisk
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
        key={form.key('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t`Content type`}
          withAsterisk
          data={types.map((type) => ({ value: type, label: labelOf(i18n, contentTypeLabels[type], type) }))}
          {...form.getInputProps('contentType')}
          onChange={(type) => {
            form.setFieldValue('contentType', type ?? '');
            // What a new module of this type is completed by, unless something else was chosen.
            if (!module && !form.isTouched('completionPolicy'))
              form.setFieldValue('completionPolicy', defaultPolicyOf(type ?? ''));
          }}
          key={form.key('contentType')}
        />
        <Select
          label={t`Training Category`}
          clearable={category !== ''}
          data={category === '' || names.includes(category) ? names : [...names, category]}
          {...form.getInputProps('trainingCategory')}
          key={form.key('trainingCategory')}
        />
        <NumberInput
          label={t`Duration (minutes)`}
          min={0}
          allowDecimal={false}
          {...form.getInputProps('duration')}
          key={form.key('duration')}
        />
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
      </SimpleGrid>
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

function labelOf(
  i18n: { _: (message: { id: string }) => string },
  label: { id: string } | undefined,
  fallback: string,
): string {
  return label ? i18n._(label) : fallback;
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
    completionPolicy: module.completionPolicy ?? 'signed',
    isActive: module.isActive,
  };
}

/** The body of the call: the empty text of an input means none. */
function bodyOf(values: ModuleValues): Record<string, unknown> {
  return {
    ...values,
    contentType: values.contentType === '' ? undefined : values.contentType,
    trainingCategory: values.trainingCategory || null,
    duration: values.duration === '' ? 0 : values.duration,
    passingScore: values.passingScore === '' ? null : values.passingScore,
    contentCreator: values.contentCreator || null,
    reference: values.reference || null,
  };
}
